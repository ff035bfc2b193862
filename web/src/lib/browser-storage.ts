// All keys in localStorage and sessionStorage. Without storage, values last as long as the page.

import { spotifyStorageKeys } from '@gaffer/domain/spotify/spotify-storage'

export const storageKeys = {
  /** The band that was selected last in any tab: a new tab begins with it. */
  selectedBandId: 'gaffer.selectedBandId',
  /** The id of the band that was selected last, or "personal" after "Exit Band". */
  selectedContextId: 'gaffer.selectedContextId',
  /** The selection of this tab, in sessionStorage. The names equal the two above, which are in localStorage. */
  tabBandId: 'gaffer.selectedBandId',
  tabContextId: 'gaffer.selectedContextId',
  /** Unsaved form values of a session that ended. Removed before `currentUser`, whose removal tells other tabs of a sign-out. */
  drafts: 'gaffer.drafts',
  currentUser: 'gaffer.currentUser',
  theme: 'gaffer.theme',
  /** The event whose Next Up card was dismissed. */
  dismissedNextUp: 'gaffer.dismissedNextUp',
  /** View, day and filters of the calendar, in this tab. */
  calendarView: 'gaffer.calendarView',
  /** Completed steps of each band's onboarding checklist (`FirstSteps`), and the bands whose checklist is hidden. */
  firstSteps: 'gaffer.firstSteps',
  /** The type that was chosen last in a form of a new event, in this tab. */
  eventType: 'gaffer.eventType',
  /** The view of each song in the stage view: its facts, or one of its charts. */
  stageChoices: 'gaffer.stageChoices',
  /** Set after push messages were offered once. */
  pushOffered: 'gaffer.pushOffered',
  /** "due" after joining a band, "done" once the dashboard has offered notices by email. */
  emailOffer: 'gaffer.emailOffer',
  /** The month (`yyyy-MM`) whose question on the dashboard was dismissed. */
  dismissedMonth: 'gaffer.dismissedMonth',
  /** Opaque handles for Spotify's tokens, which stay on the server. */
  spotifyAccessToken: spotifyStorageKeys.accessToken,
  spotifyRefreshToken: spotifyStorageKeys.refreshToken,
  spotifyPlaylistId: spotifyStorageKeys.playlistId,
  spotifyExpiry: spotifyStorageKeys.expiry,
  /** Trace of the last sign-in for the debug page, without secrets. */
  signInFlowStart: 'gaffer.signInFlow.start',
  signInFlowSteps: 'gaffer.signInFlow.steps',
  /** The page that a signed-out visitor requested: the sign-in redirects to it. */
  returnTo: 'gaffer.returnTo',
  /** The phone number of a sign-in whose code has not been entered yet. */
  codeStep: 'gaffer.codeStep',
  /** The number of changes in the outbox. Set only while there are any, so that pages load the outbox only then. */
  waiting: 'gaffer.waiting',
  /** The text size of all text charts, and the transposition and capo of each. */
  chartViews: 'gaffer.chartViews',
  /** URLs of begun uploads, each under its target, file name, size and modification time. */
  uploads: 'gaffer.uploads',
  /** Set when a session expired or was revoked; /login shows a message. */
  sessionEnded: 'gaffer.sessionEnded',
  /** The time (epoch ms) of a sign-out that did not reach the server. */
  signOutOwed: 'gaffer.signOutOwed',
} as const

export type StorageKey = keyof typeof storageKeys

// The values that the browser did not store: storage is disabled or full.
const fallbackValues = new Map<StorageKey, string>()

export function readStored(key: StorageKey): string | null {
  try {
    return fallbackValues.get(key) ?? storageOf(key).getItem(storageKeys[key])
  } catch {
    return null
  }
}

/** Returns false if the browser refuses, for instance because the value is too large. */
export function writeStored(key: StorageKey, value: string): boolean {
  fallbackValues.delete(key)
  try {
    storageOf(key).setItem(storageKeys[key], value)
    return true
  } catch {
    fallbackValues.set(key, value)
    return false
  }
}

export function deleteStored(...keys: StorageKey[]): void {
  for (const key of keys) {
    fallbackValues.delete(key)
    try {
      storageOf(key).removeItem(storageKeys[key])
    } catch {
      // Disabled storage contains nothing.
    }
  }
}

/** Deletes the values that must not outlive a session. */
export function deleteSignedInValues(): void {
  deleteStored('currentUser', 'spotifyAccessToken', 'spotifyRefreshToken', 'spotifyPlaylistId', 'spotifyExpiry')
}

/** Deletes all values but the theme and a sign-out that the server has not received. */
export function deleteUserValues(): void {
  const keys = Object.keys(storageKeys) as StorageKey[]
  deleteStored(...keys.filter((key) => key !== 'theme' && key !== 'signOutOwed'))
}

/** The keys whose values are kept per tab: navigation and the selected band. Other values are shared by all tabs. */
const keysOfTab = new Set<StorageKey>([
  'returnTo',
  'codeStep',
  'calendarView',
  'eventType',
  'tabBandId',
  'tabContextId',
])

function storageOf(key: StorageKey): Storage {
  return keysOfTab.has(key) ? sessionStorage : localStorage
}
