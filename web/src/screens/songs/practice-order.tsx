// The practice order of the songs, and the list that animates its changes.

import { sortByPracticeOrder } from '@gaffer/domain/songs/practice-order'
import type { Song } from '@gaffer/domain/songs/song'
import { useCallback, useEffect, useMemo, useRef, useState, Component, createRef, type ReactNode } from 'react'

/** Delay of a reorder after the last tap or scroll. */
const reorderDelayMs = 900
/** How long a touched row keeps its position in the viewport. */
const holdDurationMs = 4000

/** Sorts songs in practice order. While a member taps or scrolls, reordering is delayed, so that no row moves during a tap. */
export function useStablePracticeOrder(songs: readonly Song[]) {
  const wanted = useStableIds(useMemo(() => sortByPracticeOrder(songs).map(({ id }) => id), [songs]))
  const [shown, setShown] = useState(wanted)
  const lastInput = useRef({ id: '', at: 0 })
  const order = resolveOrder(shown, wanted)

  useEffect(() => {
    if (shown === wanted) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const reorderAfterDelay = () => {
      const remainingMs = order === wanted ? 0 : lastInput.current.at + reorderDelayMs - performance.now()
      if (remainingMs > 0) timer = setTimeout(reorderAfterDelay, remainingMs)
      else setShown(wanted)
    }
    reorderAfterDelay()
    return () => clearTimeout(timer)
  }, [shown, wanted, order])

  useEffect(() => {
    // Scrolling delays a reorder as taps do.
    const recordScroll = () => {
      lastInput.current.at = performance.now()
    }
    addEventListener('scroll', recordScroll, { passive: true })
    return () => removeEventListener('scroll', recordScroll)
  }, [])

  const ordered = useMemo(() => {
    const byId = new Map(songs.map((song) => [song.id, song]))
    return order.flatMap((id) => byId.get(id) ?? [])
  }, [songs, order])

  const touch = useCallback((id: string) => {
    lastInput.current = { id, at: performance.now() }
  }, [])
  const readTouchedId = useCallback(
    () =>
      performance.now() - lastInput.current.at < holdDurationMs && lastInput.current.id ? lastInput.current.id : null,
    [],
  )
  return { ordered, order, touch, readTouchedId }
}

/** Returns the array of an earlier render as long as the ids are equal. */
function useStableIds(ids: readonly string[]): readonly string[] {
  const [kept, setKept] = useState(ids)
  if (isSameOrder(kept, ids)) return kept
  setKept(ids)
  return ids
}

/** Returns the shown order while it has the same songs; once a song was added or removed, the wanted order. */
export function resolveOrder(shown: readonly string[], wanted: readonly string[]): readonly string[] {
  const shownIds = new Set(shown)
  const isSameSongs = shown.length === wanted.length && wanted.every((id) => shownIds.has(id))
  return isSameSongs ? shown : wanted
}

export function isSameOrder(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((id, at) => id === other[at])
}

type AnimatedListProps = {
  label: string
  /** Ids of the rows; each row carries its own as `data-row`. The same array as long as the order is the same. */
  order: readonly string[]
  /** Returns the id of the row that the member last touched; null without one. */
  readTouchedId: () => string | null
  onTouch: (id: string) => void
  children: ReactNode
}

type RowTops = ReadonlyMap<string, number>

/**
 * Animates reordering with the FLIP technique; the touched row keeps its position in the viewport. A class component, because
 * getSnapshotBeforeUpdate has no hook.
 */
export class AnimatedList extends Component<AnimatedListProps, object, RowTops | null> {
  readonly #list = createRef<HTMLUListElement>()

  override getSnapshotBeforeUpdate(before: AnimatedListProps): RowTops | null {
    return before.order === this.props.order ? null : rowTopsOf(this.#rows())
  }

  override componentDidUpdate(_before: AnimatedListProps, _state: object, before: RowTops | null): void {
    if (!before) return
    const rows = this.#rows()
    const { shift, moves } = flipOffsets(before, rowTopsOf(rows), { height: innerHeight, touched: this.#heldRowId() })
    const from = scrollY
    scrollBy({ top: shift, behavior: 'instant' })
    // The distance that the page could not scroll, because it is at its end.
    const missingScroll = scrollY - from - shift
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
    for (const [id, offset] of moves) {
      rows.get(id)?.animate([{ transform: `translateY(${offset + missingScroll}px)` }, { transform: 'none' }], {
        duration: 220,
        easing: 'cubic-bezier(0.2, 0.8, 0.2, 1)',
      })
    }
  }

  override render() {
    const { label, onTouch, children } = this.props
    const recordTouch = ({ target }: { target: EventTarget }) => {
      const id = target instanceof Element && target.closest<HTMLElement>('[data-row]')?.dataset['row']
      if (id) onTouch(id)
    }
    return (
      // Events bubble up from the rows; the list itself is not interactive.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
      <ul
        ref={this.#list}
        aria-label={label}
        onPointerDown={recordTouch}
        onPointerUp={recordTouch}
        onKeyDown={recordTouch}
        className="@container grid grid-cols-1 gap-2 [overflow-anchor:none]"
      >
        {children}
      </ul>
    )
  }

  /** The id of the row that was last touched, else of the expanded row; null without either. */
  #heldRowId(): string | null {
    const expandedButton = this.#list.current?.querySelector('[data-row] [aria-expanded=true]')
    return this.props.readTouchedId() ?? expandedButton?.closest<HTMLElement>('[data-row]')?.dataset['row'] ?? null
  }

  #rows(): Map<string, HTMLElement> {
    const rows = this.#list.current?.querySelectorAll<HTMLElement>(':scope > [data-row]:not([hidden])') ?? []
    return new Map([...rows].map((row) => [row.dataset['row'] ?? '', row]))
  }
}

function rowTopsOf(rows: ReadonlyMap<string, HTMLElement>): RowTops {
  return new Map([...rows].map(([id, row]) => [id, row.getBoundingClientRect().top]))
}

/** Maximum start offset in pixels: rows from farther away start nearby, on the same side. */
const maxOffsetPx = 240

/**
 * `shift` is how far to scroll so that the touched row keeps its place on screen; without a touched row, the median movement of the rows in sight.
 * `moves` has the distance from its new place at which each row in sight starts. Tops in pixels from the top of the viewport.
 */
export function flipOffsets(
  before: RowTops,
  after: RowTops,
  { height, touched }: { height: number; touched: string | null },
): { shift: number; moves: Map<string, number> } {
  const isInSight = (top: number | undefined) => top !== undefined && top > -maxOffsetPx && top < height
  const moved = (id: string) => (after.get(id) ?? 0) - (before.get(id) ?? 0)
  const inSight = [...after.keys()].filter((id) => isInSight(before.get(id)))
  const shift =
    touched !== null && inSight.includes(touched) ? moved(touched) : (median(inSight.map((id) => moved(id))) ?? 0)

  const moves = new Map<string, number>()
  for (const [id, top] of after) {
    const oldTop = before.get(id)
    const newTop = top - shift
    if (oldTop === undefined || oldTop === newTop || !(isInSight(oldTop) || isInSight(newTop))) continue
    moves.set(id, Math.max(-maxOffsetPx, Math.min(maxOffsetPx, oldTop - newTop)))
  }
  return { shift, moves }
}

function median(values: readonly number[]): number | undefined {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]
}
