// Turning the page on stage: pedals and keyboards send keys, fingers swipe.

import { useEffect, useEffectEvent, useRef, type PointerEvent } from 'react'

const nextKeys = new Set(['ArrowRight', 'ArrowDown', 'PageDown', ' ', 'Enter'])
const previousKeys = new Set(['ArrowLeft', 'ArrowUp', 'PageUp', 'Backspace'])

type Turn = (by: 1 | -1) => void

/** Bluetooth pedals act as keyboards. Escape leaves. */
export function usePedals(turn: Turn, leave: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const isOnButton = event.target instanceof HTMLElement && event.target.closest('button, a') !== null
    // The focused button is pressed instead.
    if (isOnButton && (event.key === ' ' || event.key === 'Enter')) return
    if (event.altKey || event.ctrlKey || event.metaKey) return
    if (event.key === 'Escape') return leave()
    const by = nextKeys.has(event.key) ? 1 : previousKeys.has(event.key) ? -1 : 0
    if (by === 0) return
    event.preventDefault()
    // A pedal that is held down would skip songs.
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
export function useSwipe(turn: Turn) {
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
