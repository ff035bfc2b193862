// Marks days with a pointer: a tap toggles one day, a drag sets all days from its first to its current one.

import { sortDatePair } from '@gaffer/domain/shared/dates'
import { datesOfRange } from '@gaffer/domain/events/days-away-plan'
import { useRef, useState, type MouseEvent, type PointerEvent } from 'react'
import { dayFromEventTarget } from '#features/events/day-grid/day-grid-navigation.tsx'

/** Unsaved changes by day: true for a new day away, false for a removed one. */
type DayEdits = ReadonlyMap<string, boolean>

type Drag = { anchor: string; isAway: boolean; before: DayEdits; isMoved: boolean }

type Props = {
  /** The stored days away. */
  stored: ReadonlySet<string>
  earliest: string
  latest: string
}

export function useDayPainting({ stored, earliest, latest }: Props) {
  const [edits, setEdits] = useState<DayEdits>(new Map())
  const drag = useRef<Drag | null>(null)
  const isNextClickIgnored = useRef(false)

  const isAway = (date: string) => edits.get(date) ?? stored.has(date)
  const isPaintable = (date: string) => date >= earliest && date <= latest

  function setAwayBetween(from: DayEdits, [first, last]: [string, string], away: boolean) {
    const next = new Map(from)
    for (const date of datesOfRange({ date: first, endDate: last }).filter(isPaintable)) {
      if (stored.has(date) === away) next.delete(date)
      else next.set(date, away)
    }
    setEdits(next)
  }

  const toggle = (date: string) => isPaintable(date) && setAwayBetween(edits, [date, date], !isAway(date))

  function onPointerDown({ target, pointerId, isPrimary, button }: PointerEvent) {
    isNextClickIgnored.current = false
    const anchor = dayFromEventTarget(target)
    if (!isPrimary || button !== 0 || anchor === undefined || !isPaintable(anchor)) return
    // A touch captures the pointer for the first day. Releases the capture, so that `pointermove` fires on the days under the finger.
    const pressedElement = target as Element
    if (pressedElement.hasPointerCapture(pointerId)) pressedElement.releasePointerCapture(pointerId)
    drag.current = { anchor, isAway: !isAway(anchor), before: edits, isMoved: false }
  }

  function onPointerMove({ target, buttons }: PointerEvent) {
    if (drag.current === null) return
    if (buttons === 0) return onPointerUp()
    const date = dayFromEventTarget(target)
    if (date === undefined || (date === drag.current.anchor && !drag.current.isMoved)) return
    drag.current.isMoved = true
    setAwayBetween(drag.current.before, sortDatePair(drag.current.anchor, date), drag.current.isAway)
  }

  function onPointerUp() {
    isNextClickIgnored.current = drag.current?.isMoved === true
    drag.current = null
  }

  /** Undoes the changes of a drag that the browser turns into a scroll. */
  function onPointerCancel() {
    if (drag.current?.isMoved) setEdits(drag.current.before)
    drag.current = null
  }

  /** Handles taps, and the clicks of assistive technology, which come without pointer events. */
  function onClick({ target }: MouseEvent) {
    const date = dayFromEventTarget(target)
    if (date !== undefined && !isNextClickIgnored.current) toggle(date)
    isNextClickIgnored.current = false
  }

  const changedDays = [...edits].filter(([date, away]) => stored.has(date) !== away)
  return {
    isAway,
    toggle,
    addedDays: changedDays.filter(([, away]) => away).map(([date]) => date),
    removedDays: changedDays.filter(([, away]) => !away).map(([date]) => date),
    handlers: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel, onClick },
  }
}

export type DayPainting = ReturnType<typeof useDayPainting>

/** The days away as they will be once the changes are saved. */
export function daysAwayAfterPainting(
  stored: ReadonlySet<string>,
  { addedDays, removedDays }: DayPainting,
): Set<string> {
  const daysAfter = new Set([...stored, ...addedDays])
  for (const date of removedDays) daysAfter.delete(date)
  return daysAfter
}
