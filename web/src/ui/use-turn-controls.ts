// Turns pages or entries by the keys of pedals and keyboards, and by swipes.

import { useEffectEvent, useLayoutEffect, useRef, type PointerEvent } from 'react'

const nextKeys = new Set(['ArrowRight', 'ArrowDown', 'PageDown', ' ', 'Enter'])
const previousKeys = new Set(['ArrowLeft', 'ArrowUp', 'PageUp', 'Backspace'])

export type Turn = (by: 1 | -1) => void

/** Turns by the keys of pedals, which act as Bluetooth keyboards. Escape calls `leave`. */
export function useTurnKeys(turn: Turn, leave: () => void): void {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const isOnButton =
      event.target instanceof HTMLElement && event.target.closest('button, a, input, [role=menu]') !== null
    // Space and Enter press the focused button instead of turning.
    if (isOnButton && (event.key === ' ' || event.key === 'Enter')) return
    if (event.altKey || event.ctrlKey || event.metaKey) return
    if (event.key === 'Escape') return leave()
    const by = nextKeys.has(event.key) ? 1 : previousKeys.has(event.key) ? -1 : 0
    if (by === 0) return
    event.preventDefault()
    // Ignores repeated keys: a pedal that is held down would skip entries.
    if (!event.repeat) turn(by)
  })
  // Before the first paint: a pedal may be pressed as soon as the page is seen.
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent) => handleKey(event)
    addEventListener('keydown', listener)
    return () => removeEventListener('keydown', listener)
  }, [])
}

const minSwipePx = 50
const maxTapPx = 10

/** `onTap` gets the distance from the left edge, as a share of the width. `isSwipe` is true for the click that follows a swipe on a button. */
export function useTurnSwipe(turn: Turn, onTap?: (at: number) => void) {
  const start = useRef<{ x: number; y: number } | null>(null)
  const wasSwipe = useRef(false)
  return {
    swipeProps: {
      onPointerDown: ({ clientX: x, clientY: y }: PointerEvent) => {
        start.current = { x, y }
        wasSwipe.current = false
      },
      // The browser has started to scroll, so this is not a swipe.
      onPointerCancel: () => {
        start.current = null
      },
      onPointerUp: ({ clientX, clientY, currentTarget, target }: PointerEvent) => {
        if (!start.current) return
        const [right, down] = [clientX - start.current.x, clientY - start.current.y]
        start.current = null
        if (Math.abs(right) < maxTapPx && Math.abs(down) < maxTapPx) {
          const { left, width } = currentTarget.getBoundingClientRect()
          if (!(target as Element).closest('button, a, label, [role=menu]')) onTap?.((clientX - left) / width)
          return
        }
        if (Math.abs(right) < minSwipePx || Math.abs(right) < Math.abs(down)) return
        wasSwipe.current = true
        turn(right < 0 ? 1 : -1)
      },
    },
    isSwipe: () => wasSwipe.current,
  }
}
