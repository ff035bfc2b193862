// Reordering a list by its rows' handles, with pointer and keyboard. The rows move by transforms while a pointer drags a row, and
// the order changes on the drop (docs/decisions/024).

import {
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
} from 'react'
import { GripVertical } from 'lucide-react'

type Drag = { from: number; to: number; offset: number; height: number }

/** Distance from the window's edge, in pixels, within which dragging scrolls the page. */
const scrollEdgePx = 96
const scrollStepPx = 12

type ReorderOptions = {
  list: RefObject<HTMLElement | null>
  count: number
  onMove: (from: number, to: number) => void
}

export function useReorder({ list, count, onMove }: ReorderOptions) {
  const [drag, setDrag] = useState<Drag | null>(null)
  const stopDrag = useRef<(() => void) | null>(null)
  useEffect(() => () => stopDrag.current?.(), [])
  const movedHandle = useRef<HTMLElement | null>(null)
  // Scrolls in a layout effect: the row is in its new place only after the render.
  useLayoutEffect(() => {
    movedHandle.current?.scrollIntoView({ block: 'nearest' })
    movedHandle.current = null
  })

  /** The row whose handle an event is on; -1 for events elsewhere in the list. */
  function rowOf({ target }: { target: EventTarget }): number {
    const handle = target instanceof Element ? target.closest('[data-reorder-handle]') : null
    return handle ? [...(list.current?.children ?? [])].findIndex((row) => row.contains(handle)) : -1
  }

  function beginDrag(event: PointerEvent) {
    const from = rowOf(event)
    if (from === -1) return
    const rows = [...(list.current?.children ?? [])].map((row) => row.getBoundingClientRect())
    const row = rows[from]
    if (event.button !== 0 || !row || stopDrag.current) return
    event.preventDefault()
    const start = { pointer: event.clientY, scroll: scrollY }
    const pointer = { id: event.pointerId, y: event.clientY }
    let current: Drag = { from, to: from, offset: 0, height: row.height }

    const updateDrag = () => {
      const offset = pointer.y - start.pointer + scrollY - start.scroll
      const middle = row.top + row.height / 2 + offset
      const to = rows.filter((other, index) => index !== from && other.top + other.height / 2 < middle).length
      current = { ...current, offset, to }
      setDrag(current)
    }
    const followPointer = ({ pointerId, clientY }: globalThis.PointerEvent) => {
      if (pointerId !== pointer.id) return
      pointer.y = clientY
      updateDrag()
    }
    const endDrag = (isDropped: boolean) => {
      stopDrag.current?.()
      setDrag(null)
      if (isDropped && current.to !== from) onMove(from, current.to)
    }
    const drop = ({ pointerId }: globalThis.PointerEvent) => pointerId === pointer.id && endDrag(true)
    const cancelDrag = ({ pointerId }: globalThis.PointerEvent) => pointerId === pointer.id && endDrag(false)
    const cancelOnEscape = ({ key }: globalThis.KeyboardEvent) => key === 'Escape' && endDrag(false)
    const scrollTimer = setInterval(() => {
      const step = pointer.y < scrollEdgePx ? -scrollStepPx : pointer.y > innerHeight - scrollEdgePx ? scrollStepPx : 0
      if (step === 0) return
      scrollBy({ top: step, behavior: 'instant' })
      updateDrag()
    }, 16)
    // Listens on the window: an element that moves in the document loses the pointer capture.
    addEventListener('pointermove', followPointer)
    addEventListener('pointerup', drop)
    addEventListener('pointercancel', cancelDrag)
    addEventListener('keydown', cancelOnEscape)
    stopDrag.current = () => {
      stopDrag.current = null
      clearInterval(scrollTimer)
      removeEventListener('pointermove', followPointer)
      removeEventListener('pointerup', drop)
      removeEventListener('pointercancel', cancelDrag)
      removeEventListener('keydown', cancelOnEscape)
    }
    setDrag(current)
  }

  function moveByKey(event: KeyboardEvent) {
    const from = rowOf(event)
    if (from === -1) return
    const to = { ArrowUp: from - 1, ArrowDown: from + 1, Home: 0, End: count - 1 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    if (to === from || to < 0 || to >= count) return
    if (event.target instanceof HTMLElement) movedHandle.current = event.target
    onMove(from, to)
  }

  return {
    /** One handler for all handles, so that a move renders only the rows that it displaces. */
    listProps: {
      onPointerDown: beginDrag,
      onKeyDown: moveByKey,
      /** Rows have a transition only during the drag: after the drop they are already in their new places. */
      'data-reordering': drag ? '' : undefined,
    },
    /** The CSS transform of a row while a row is dragged; undefined otherwise. */
    transformOf: (index: number): string | undefined => (drag ? transformOf(drag, index) : undefined),
    isDragged: (index: number) => drag?.from === index,
  }
}

function transformOf({ from, to, offset, height }: Drag, index: number): string | undefined {
  if (index === from) return `translateY(${offset}px)`
  if (index > from && index <= to) return `translateY(${-height}px)`
  if (index < from && index >= to) return `translateY(${height}px)`
  return undefined
}

/** Announced after a move: "Valerie, position 3 of 12". */
export function formatListPosition(title: string, to: number, count: number): string {
  return `${title}, position ${to + 1} of ${count}`
}

/** The rows with the row at index `from` moved to index `to`. */
export function moveRow<T>(rows: readonly T[], from: number, to: number): T[] {
  const rest = rows.filter((_, index) => index !== from)
  return [...rest.slice(0, to), rows[from] as T, ...rest.slice(to)]
}

type ReorderHandleProps = {
  title: string
  /** The id of the `ReorderHint`. */
  hintId: string
}

/** The hidden description of the keys that move a row. One hint serves all handles of a list. */
export function ReorderHint({ id }: { id: string }) {
  return (
    <p id={id} hidden>
      Press the up or down arrow to move it, Home or End to move it to the top or bottom
    </p>
  )
}

/** The handle of a row, without event handlers: its events bubble to the list, which handles them (`useReorder`). */
export function ReorderHandle({ title, hintId }: ReorderHandleProps) {
  return (
    <button
      type="button"
      data-reorder-handle=""
      aria-label={`Move ${title}`}
      aria-describedby={hintId}
      className="grid min-h-14 w-11 shrink-0 cursor-grab touch-none place-content-center text-faint hover:text-text"
    >
      <GripVertical aria-hidden="true" className="size-5" />
    </button>
  )
}

/** The classes of a dragged row, or of a row that moves out of the way of a dragged row. */
export function reorderRowClassNameFor(isDragged: boolean): string {
  return isDragged ? 'relative z-10 bg-raised shadow-2xl' : 'motion-safe:in-data-reordering:transition-transform'
}
