// A horizontal swipe: at least 50 px within 300 ms, and more across than down.

import { useRef, type PointerEvent, type TouchEvent } from 'react'

const leastDistance = 50
const mostMs = 300

export type TouchPoint = { x: number; y: number; at: number }

/** The direction in which the finger moved. Distances in CSS pixels, times in ms. */
export function swipeDirectionBetween(from: TouchPoint, to: TouchPoint): 'left' | 'right' | null {
  const across = to.x - from.x
  const isSwipe =
    Math.abs(across) >= leastDistance && to.at - from.at <= mostMs && Math.abs(across) > Math.abs(to.y - from.y)
  if (!isSwipe) return null
  return across < 0 ? 'left' : 'right'
}

/**
 * Spread on an element with `touch-action: pan-y`. Ignores the mouse. A pen sends pointer events only, some assistive
 * technology sends touch events only, and a finger sends both: the first event to end handles the swipe.
 */
export function useSwipeHandlers(onSwipe: (direction: 'left' | 'right') => void) {
  const start = useRef<TouchPoint | null>(null)

  const begin = (touch: TouchPoint | null) => {
    start.current = touch
  }
  const end = (touch: TouchPoint | null) => {
    const swipe = start.current && touch && swipeDirectionBetween(start.current, touch)
    start.current = null
    if (swipe) onSwipe(swipe)
  }
  const forget = () => begin(null)

  return {
    onPointerDown: (event: PointerEvent) =>
      begin(event.isPrimary && event.pointerType !== 'mouse' ? touchOf(event, event.timeStamp) : null),
    onPointerUp: (event: PointerEvent) => end(touchOf(event, event.timeStamp)),
    onPointerCancel: forget,
    onTouchStart: ({ touches, timeStamp }: TouchEvent) => begin(onlyOf(touches, timeStamp)),
    onTouchEnd: ({ changedTouches, timeStamp }: TouchEvent) => end(onlyOf(changedTouches, timeStamp)),
    onTouchCancel: forget,
  }
}

/** Null for several fingers: a pinch is no swipe. */
function onlyOf(touches: TouchEvent['touches'], at: number): TouchPoint | null {
  return touches.length === 1 && touches[0] ? touchOf(touches[0], at) : null
}

function touchOf({ clientX, clientY }: { clientX: number; clientY: number }, at: number): TouchPoint {
  return { x: clientX, y: clientY, at }
}
