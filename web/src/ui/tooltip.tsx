// Names the icon beneath the pointer, or the one that the keyboard has come to. Whoever hears the page knows the name
// already: it is the button's label. One host draws the tips of the whole page, for whatever carries `data-tip`.

import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { tipTiming } from './tooltip-timing.ts'

type Tip = { text: string; beside: DOMRect }

const tipOf = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLElement>('[data-tip]') : null

export function TooltipProvider() {
  const tip = useTip()
  const panel = useRef<HTMLDivElement>(null)

  useLayoutEffect(() => {
    const element = panel.current
    if (!element || !tip) return
    const { width, height } = element.getBoundingClientRect()
    const { left, right, top, bottom } = tip.beside
    const x = Math.min(Math.max((left + right - width) / 2, 4), innerWidth - width - 4)
    const isAbove = bottom + height > innerHeight
    element.style.translate = `${x}px ${isAbove ? top - height : bottom}px`
  }, [tip])

  if (!tip) return null
  // Its edge touches the button, so that the pointer can go from one to the other.
  return createPortal(
    <div
      ref={panel}
      aria-hidden="true"
      data-tip=""
      className="pointer-events-auto fixed top-0 left-0 z-50 w-max max-w-64 animate-fade-in py-1.5"
    >
      <p className="rounded-chip border border-control bg-raised px-2 py-1 text-sm font-medium break-words text-text shadow-2xl">
        {tip.text}
      </p>
    </div>,
    document.body,
  )
}

function useTip(): Tip | null {
  const [tip, setTip] = useState<Tip | null>(null)

  useEffect(() => {
    const { enter, reveal, leave } = tipTiming<HTMLElement>((anchor) => {
      // The menu that it opened says it all, and would lie beneath.
      const isWanted = anchor?.isConnected && anchor.ariaExpanded !== 'true'
      setTip(isWanted ? { text: anchor.dataset['tip'] ?? '', beside: anchor.getBoundingClientRect() } : null)
    })
    const stop = new AbortController()
    const on = <Name extends keyof DocumentEventMap>(name: Name, hear: (event: DocumentEventMap[Name]) => void) =>
      document.addEventListener(name, hear, { capture: true, signal: stop.signal })
    let over: HTMLElement | null = null

    on('pointerover', ({ target, pointerType }) => {
      if (pointerType !== 'mouse') return
      const found = tipOf(target)
      if (found === over) return
      // On the tip itself: it stays.
      if (found?.dataset['tip'] === '') return
      over = found
      if (found) enter(found)
      else leave()
    })
    on('focusin', ({ target }) => {
      const found = tipOf(target)
      if (found?.matches(':focus-visible')) reveal(found)
      else leave()
    })
    on('pointerdown', (event) => {
      leave()
      // A dialog beneath would take it for a press beside itself, and close.
      if (tipOf(event.target)?.dataset['tip'] === '') event.stopPropagation()
    })
    on('pointerout', ({ relatedTarget }) => {
      if (relatedTarget !== null) return
      over = null
      leave()
    })
    on('focusout', leave)
    on('scroll', leave)
    on('keydown', ({ key }) => key === 'Escape' && leave())
    return () => {
      stop.abort()
      leave()
    }
  }, [])

  return tip
}
