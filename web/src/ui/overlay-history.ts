// One history entry for all open overlays (dialogs, questions, the drawer), above the entry of their page. Without it, Back on the first
// entry of a tab leaves the document, which no blocker of the router can prevent. The entry is hidden from the router: it has the address
// and the state of its page, and its `popstate` events are stopped here.

import { setFirstPopStateListener } from './first-popstate-listener.ts'

type Overlay = {
  close: () => void
  /** Whether the overlay alone needs the history entry. Back closes a list in a dialog, and leaves the page of any other list. */
  needsEntry: boolean
}

/** A property of `history.state` that marks the entry, also after a reload. */
const entryMarker = 'gafferOverlay'
const routerIndexKey = '__TSR_index'

/** Open overlays, the topmost last. */
const openOverlays: Overlay[] = []
let nativeHistory: Pick<History, 'pushState' | 'replaceState' | 'go'> | null = null
/** A traversal whose `popstate` has not arrived. `own` enters or leaves the entry; `router` is by `history.go`, as after a blocked Back. */
let traversal: 'own' | 'router' | null = null
/** Writes of the router during a traversal by this module. */
const heldBackWrites: (() => void)[] = []
/** The state that the router wrote while the entry was the current one: written to the entry of the page once the entry is left. */
let stateForPageEntry: Parameters<History['replaceState']> | null = null
/** The router's index of the page below the entry, while the entry is the current one. */
let pageIndex: unknown = null
/** Whether Back has just left the entry, so that Forward leads to it. */
let isEntryNext = false
/** Whether the page was loaded on the entry. Back then passes over the entry: its removal could cancel a navigation that has begun. */
let isEntryLeftOver = false
let settleTimer: ReturnType<typeof setTimeout> | undefined
/** Until this time (epoch ms) the document may be unloading. A traversal of the history would cancel the unload. */
let mayUnloadUntil = 0
const unloadTimeoutMs = 2000

const isEntryNeeded = () => openOverlays.some(({ needsEntry }) => needsEntry)
const isOnEntry = () => (history.state as Record<string, unknown> | null)?.[entryMarker] === true
const withMarker = (state: unknown) => ({ ...(state as object | null), [entryMarker]: true })

/** Adds an open overlay as the topmost one. Returns a function that removes it. */
export function addOverlay(overlay: Overlay): () => void {
  openOverlays.push(overlay)
  addOrLeaveEntrySoon()
  return () => {
    openOverlays.splice(openOverlays.indexOf(overlay), 1)
    addOrLeaveEntrySoon()
  }
}

/** Goes back to the page before this one, also from an open overlay. */
export function leavePage(): void {
  history.go(isOnEntry() ? -2 : -1)
}

/** Call once the router has its history. Replaces `pushState`, `replaceState` and `go` of `history`, which the router calls. */
export function installOverlayHistory(): void {
  if (nativeHistory) return
  const { pushState, replaceState, go } = History.prototype
  nativeHistory = { pushState: pushState.bind(history), replaceState: replaceState.bind(history), go: go.bind(history) }
  history.pushState = pushPage
  history.replaceState = replacePage
  history.go = (delta) => {
    traversal = 'router'
    nativeHistory?.go(delta)
  }
  setFirstPopStateListener(onPopState)
  addEventListener('beforeunload', () => (mayUnloadUntil = Date.now() + unloadTimeoutMs))
  // A page that was reloaded with an open overlay starts on the entry.
  isEntryLeftOver = isOnEntry()
  if (isEntryLeftOver) arriveOnEntry()
  addOrLeaveEntrySoon()
}

/** A new page replaces the entry, so that Back from the new page leads to the page of the overlay, and not to the overlay. */
function pushPage(...args: Parameters<History['pushState']>): void {
  if (traversal === 'own') return void heldBackWrites.push(() => pushPage(...args))
  if (isOnEntry()) nativeHistory?.replaceState(...args)
  else nativeHistory?.pushState(...args)
  leaveEntry(false)
}

function replacePage(...args: Parameters<History['replaceState']>): void {
  if (traversal === 'own') return void heldBackWrites.push(() => replacePage(...args))
  if (!isOnEntry()) return nativeHistory?.replaceState(...args)
  stateForPageEntry = args
  nativeHistory?.replaceState(withMarker(args[0]), args[1], args[2])
}

function onPopState(event: PopStateEvent): void {
  const isOwn = traversal === 'own'
  const isBack = traversal === null && !isOnEntry() && isOnPageOfEntry()
  const isPassedOver = isBack && isEntryLeftOver && !isEntryNeeded()
  traversal = null
  if (isOwn || isBack || isOnEntry()) event.stopImmediatePropagation()
  // On the entry after a traversal by this module, or after Forward when the overlay was already closed.
  if (isOnEntry()) arriveOnEntry()
  else leaveEntry(isOwn || isBack)
  if (isOwn) for (const write of heldBackWrites.splice(0)) write()
  if (isPassedOver) return nativeHistory?.go(-1)
  if (!isBack) return
  isEntryNext = true
  openOverlays.at(-1)?.close()
}

const indexOfPage = () => (history.state as Record<string, unknown> | null)?.[routerIndexKey]
const isOnPageOfEntry = () => pageIndex !== null && indexOfPage() === pageIndex

function arriveOnEntry(): void {
  pageIndex = indexOfPage()
  isEntryNext = false
  addOrLeaveEntrySoon()
}

function leaveEntry(isSamePage: boolean): void {
  if (isSamePage && stateForPageEntry) nativeHistory?.replaceState(...stateForPageEntry)
  pageIndex = null
  stateForPageEntry = null
  isEntryNext = false
  isEntryLeftOver = false
  addOrLeaveEntrySoon()
}

/** Delayed until React has closed or opened overlays and the router has written its address. */
function addOrLeaveEntrySoon(): void {
  if (!nativeHistory) return
  clearTimeout(settleTimer)
  settleTimer = setTimeout(addOrLeaveEntry)
}

/** Adds the entry if an open overlay needs it. Leaves it if none does, unless the page was loaded on the entry. */
function addOrLeaveEntry(): void {
  // `beforeunload` may have been cancelled: try again later.
  if (Date.now() < mayUnloadUntil) return void (settleTimer = setTimeout(addOrLeaveEntry, unloadTimeoutMs))
  const isNeeded = isEntryNeeded()
  isEntryLeftOver &&= !isNeeded
  if (traversal !== null || isNeeded === isOnEntry() || isEntryLeftOver) return
  if (!isNeeded) traverse(-1)
  else if (isEntryNext) traverse(1)
  else {
    nativeHistory?.pushState(withMarker(history.state), '')
    arriveOnEntry()
  }
}

function traverse(delta: 1 | -1): void {
  traversal = 'own'
  nativeHistory?.go(delta)
}
