// Everything the browser remembers between visits, by name. A browser that refuses storage just forgets.

import { spotifyStorageKeys } from '@gaffer/domain/spotify-storage'

export const storageKeys = {
  selectedBandId: 'gaffer.selectedBandId',
  /** The band id, or "personal" once a member has left the band on purpose. */
  selectedContextId: 'gaffer.selectedContextId',
  /** What was typed when the session ended. Before `currentUser`: other tabs hear of a sign-out by that one. */
  drafts: 'gaffer.drafts',
  currentUser: 'gaffer.currentUser',
  theme: 'gaffer.theme',
  /** The event that was last put away as the next one: it does not come back each time the calendar is opened. */
  dismissedNextUp: 'gaffer.dismissedNextUp',
  /** Month or agenda, day and filters, as this tab left them. */
  calendarView: 'gaffer.calendarView',
  /** First steps of a band that are done, and bands whose card of first steps is hidden. */
  firstSteps: 'gaffer.firstSteps',
  /** The music service: opaque handles, the real tokens stay on the server. */
  spotifyAccessToken: spotifyStorageKeys.accessToken,
  spotifyRefreshToken: spotifyStorageKeys.refreshToken,
  spotifyPlaylistId: spotifyStorageKeys.playlistId,
  spotifyExpiry: spotifyStorageKeys.expiry,
  /** When the last sign-in began, and what has happened in it since: for the debug page, no secrets. */
  signInFlowStart: 'gaffer.signInFlow.start',
  signInFlowSteps: 'gaffer.signInFlow.steps',
  /** The page that a signed-out visitor asked for. */
  returnTo: 'gaffer.returnTo',
  /** The number that a sign-in code was sent to, while it is being typed. */
  codeStep: 'gaffer.codeStep',
  /** The session ended by itself: /login says so. */
  sessionEnded: 'gaffer.sessionEnded',
  /** When somebody signed out, in milliseconds, while the server could not be told. */
  signOutOwed: 'gaffer.signOutOwed',
} as const

export type StorageKey = keyof typeof storageKeys

// What this tab has stored, for when the browser won't keep it.
const kept = new Map<StorageKey, string>()

export function readStored(key: StorageKey): string | null {
  try {
    return placeOf(key).getItem(storageKeys[key])
  } catch {
    return kept.get(key) ?? null
  }
}

/** False where the browser refuses to keep it, for instance for its size. */
export function store(key: StorageKey, value: string): boolean {
  kept.set(key, value)
  try {
    placeOf(key).setItem(storageKeys[key], value)
    return true
  } catch {
    // Full or refused: the copy above serves this tab.
    return false
  }
}

export function forget(...keys: StorageKey[]): void {
  for (const key of keys) {
    kept.delete(key)
    try {
      placeOf(key).removeItem(storageKeys[key])
    } catch {
      // Refused storage holds nothing to forget.
    }
  }
}

/** What must not outlive a session. */
export function forgetSession(): void {
  forget('currentUser', 'spotifyAccessToken', 'spotifyRefreshToken', 'spotifyPlaylistId', 'spotifyExpiry')
}

/** All that belongs to a member. The theme is the browser's, and what is owed to the server stays owed. */
export function forgetMember(): void {
  const keys = Object.keys(storageKeys) as StorageKey[]
  forget(...keys.filter((key) => key !== 'theme' && key !== 'signOutOwed'))
}

/** Where a visitor was going, a sign-in under way, and what they look at, are one tab's business. */
function placeOf(key: StorageKey): Storage {
  return key === 'returnTo' || key === 'codeStep' || key === 'calendarView' ? sessionStorage : localStorage
}
