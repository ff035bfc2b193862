// One history entry for all open overlays (dialogs, questions, the drawer), above the entry of their page. Without it, Back on the first
// entry of a tab leaves the document, which no blocker of the router can prevent. The router does not know the entry: it has the address
// and the state of its page, and its `popstate` events end here.

import { setFirstPopStateListener } from './first-popstate-listener.ts'

type Overlay = { close: () => void }

/** A property of `history.state` that marks the entry, also after a reload. */
const marker = 'gafferOverlay'
const indexKey = '__TSR_index'

/** Open overlays, the topmost last. */
const opened: Overlay[] = []
let native: Pick<History, 'pushState' | 'replaceState' | 'go'> | null = null
/** A traversal whose `popstate` has not arrived. `own`: it adds or removes the entry. `router`: it takes back a blocked Back. */
let traversal: 'own' | 'router' | null = null
/** Writes of the router during an own traversal. */
const heldBack: (() => void)[] = []
/** The state that the router wrote over the entry, to be written to the page's own entry once the overlay's is removed. */
let rewritten: Parameters<History['replaceState']> | null = null
/** The router's index of the page whose overlays have the entry, while the entry is the current one. */
let pageIndex: unknown = null
/** Whether Back has just left the entry, so that Forward leads to it. */
let isEntryNext = false
/** The page was loaded on the entry of an overlay. Back passes over the entry: its removal could cancel a navigation that has begun. */
let isLeftOver = false
let settling: ReturnType<typeof setTimeout> | undefined
/** Until this time (ms) the document is being left or reloaded, which a traversal would cancel. */
let leavesUntil = 0
const leavingMs = 2000

const isOnEntry = () => (history.state as Record<string, unknown> | null)?.[marker] === true
const withMarker = (state: unknown) => ({ ...(state as object | null), [marker]: true })

/** Adds an open overlay as the topmost one. Returns the function that removes it. */
export function addOverlay(overlay: Overlay): () => void {
  opened.push(overlay)
  settleSoon()
  return () => {
    opened.splice(opened.indexOf(overlay), 1)
    settleSoon()
  }
}

/** Goes back to the page before this one, also from an open overlay. */
export function leavePage(): void {
  history.go(isOnEntry() ? -2 : -1)
}

/** Call once the router has its history. The router calls `history.pushState` and `history.replaceState` for what it navigates to. */
export function installOverlayHistory(): void {
  if (native) return
  const { pushState, replaceState, go } = History.prototype
  native = { pushState: pushState.bind(history), replaceState: replaceState.bind(history), go: go.bind(history) }
  history.pushState = pushPage
  history.replaceState = replacePage
  history.go = (delta) => {
    traversal = 'router'
    native?.go(delta)
  }
  setFirstPopStateListener(onPopState)
  addEventListener('beforeunload', () => (leavesUntil = Date.now() + leavingMs))
  // A page that was reloaded with an open overlay starts on its entry.
  isLeftOver = isOnEntry()
  if (isLeftOver) arriveOnEntry()
  settleSoon()
}

/** A new page replaces the entry: Back from it leads to the page of the overlay, and not to the overlay. */
function pushPage(...args: Parameters<History['pushState']>): void {
  if (traversal === 'own') return void heldBack.push(() => pushPage(...args))
  if (isOnEntry()) native?.replaceState(...args)
  else native?.pushState(...args)
  leaveEntry(false)
}

function replacePage(...args: Parameters<History['replaceState']>): void {
  if (traversal === 'own') return void heldBack.push(() => replacePage(...args))
  if (!isOnEntry()) return native?.replaceState(...args)
  rewritten = args
  native?.replaceState(withMarker(args[0]), args[1], args[2])
}

function onPopState(event: PopStateEvent): void {
  const isOwn = traversal === 'own'
  const isBack = traversal === null && !isOnEntry() && isOnPageOfEntry()
  const isPassedOver = isBack && isLeftOver && opened.length === 0
  traversal = null
  if (isOwn || isBack || isOnEntry()) event.stopImmediatePropagation()
  // Reached by an own traversal, or by Forward to the entry of a closed overlay.
  if (isOnEntry()) arriveOnEntry()
  else leaveEntry(isOwn || isBack)
  if (isOwn) for (const write of heldBack.splice(0)) write()
  if (isPassedOver) return native?.go(-1)
  if (!isBack) return
  isEntryNext = true
  opened.at(-1)?.close()
}

const indexOfPage = () => (history.state as Record<string, unknown> | null)?.[indexKey]
const isOnPageOfEntry = () => pageIndex !== null && indexOfPage() === pageIndex

function arriveOnEntry(): void {
  pageIndex = indexOfPage()
  isEntryNext = false
  settleSoon()
}

function leaveEntry(isSamePage: boolean): void {
  if (isSamePage && rewritten) native?.replaceState(...rewritten)
  pageIndex = null
  rewritten = null
  isEntryNext = false
  isLeftOver = false
  settleSoon()
}

/** Delayed until React has closed or opened overlays and the router has written its address. */
function settleSoon(): void {
  if (!native) return
  clearTimeout(settling)
  settling = setTimeout(settle)
}

/** Adds the entry if an overlay is open, and removes it if none is and none was when the page was loaded. */
function settle(): void {
  // `beforeunload` may have been cancelled: try again later.
  if (Date.now() < leavesUntil) return void (settling = setTimeout(settle, leavingMs))
  const isNeeded = opened.length > 0
  isLeftOver &&= !isNeeded
  if (traversal !== null || isNeeded === isOnEntry() || isLeftOver) return
  if (!isNeeded) traverse(-1)
  else if (isEntryNext) traverse(1)
  else {
    native?.pushState(withMarker(history.state), '')
    arriveOnEntry()
  }
}

function traverse(delta: 1 | -1): void {
  traversal = 'own'
  native?.go(delta)
}
