// A sideways swipe of a finger: far enough, quick enough, and more across than down.

import { useRef, type PointerEvent } from 'react'

const leastDistance = 50
const mostMs = 300

export type Touch = { x: number; y: number; at: number }

/** 'left' and 'right' say where the finger went. Distances in CSS pixels, times in ms. */
export function swipeBetween(from: Touch, to: Touch): 'left' | 'right' | null {
  const across = to.x - from.x
  const isSwipe =
    Math.abs(across) >= leastDistance && to.at - from.at <= mostMs && Math.abs(across) > Math.abs(to.y - from.y)
  if (!isSwipe) return null
  return across < 0 ? 'left' : 'right'
}

/** Spread on an element with `touch-action: pan-y`. Mice and trackpads have buttons. */
export function useSwipe(onSwipe: (direction: 'left' | 'right') => void) {
  const start = useRef<Touch | null>(null)
  return {
    onPointerDown(event: PointerEvent) {
      start.current = event.isPrimary && event.pointerType !== 'mouse' ? touchOf(event) : null
    },
    onPointerUp(event: PointerEvent) {
      const swipe = start.current && swipeBetween(start.current, touchOf(event))
      start.current = null
      if (swipe) onSwipe(swipe)
    },
    onPointerCancel() {
      start.current = null
    },
  }
}

function touchOf({ clientX, clientY, timeStamp }: PointerEvent): Touch {
  return { x: clientX, y: clientY, at: timeStamp }
}
