// The controls of the stage view: keys of pedals and keyboards, and swipes.

import { useEffect, useEffectEvent, useRef, type PointerEvent } from 'react'

const nextKeys = new Set(['ArrowRight', 'ArrowDown', 'PageDown', ' ', 'Enter'])
const previousKeys = new Set(['ArrowLeft', 'ArrowUp', 'PageUp', 'Backspace'])

type Turn = (by: 1 | -1) => void

/** Turns by the keys of pedals, which act as Bluetooth keyboards. Escape calls `leave`. */
export function useStageKeys(turn: Turn, leave: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const isOnButton = event.target instanceof HTMLElement && event.target.closest('button, a') !== null
    // These keys press the focused button.
    if (isOnButton && (event.key === ' ' || event.key === 'Enter')) return
    if (event.altKey || event.ctrlKey || event.metaKey) return
    if (event.key === 'Escape') return leave()
    const by = nextKeys.has(event.key) ? 1 : previousKeys.has(event.key) ? -1 : 0
    if (by === 0) return
    event.preventDefault()
    // Ignores repeated keys: a pedal that is held down would skip entries.
    if (!event.repeat) turn(by)
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => press(event)
    addEventListener('keydown', listener)
    return () => removeEventListener('keydown', listener)
  }, [])
}

const swipePx = 50

/** `isSwipe` is true for the click that follows a swipe on a button. */
export function useStageSwipe(turn: Turn) {
  const start = useRef<{ x: number; y: number } | null>(null)
  const wasSwipe = useRef(false)
  return {
    swipeProps: {
      onPointerDown: ({ clientX: x, clientY: y }: PointerEvent) => {
        start.current = { x, y }
        wasSwipe.current = false
      },
      onPointerUp: ({ clientX, clientY }: PointerEvent) => {
        const [right, down] = [clientX - (start.current?.x ?? clientX), clientY - (start.current?.y ?? clientY)]
        start.current = null
        if (Math.abs(right) < swipePx || Math.abs(right) < Math.abs(down)) return
        wasSwipe.current = true
        turn(right < 0 ? 1 : -1)
      },
    },
    isSwipe: () => wasSwipe.current,
  }
}
