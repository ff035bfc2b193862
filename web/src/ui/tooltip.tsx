// One host draws the tooltips of the whole page, for every element that carries `data-tip`. Hidden from assistive technology,
// which reads the same text as the element's label. Made by hand: Radix Tooltip weighs 18.8 kB (docs/decisions/018).

import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'

const showDelayMs = 700
/** Within this time after a tooltip was hidden, the next one shows without delay. */
const skipDelayMs = 300

type Tooltip = { text: string; anchorRect: DOMRect }

const findAnchor = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLElement>('[data-tip]') : null

export function TooltipHost() {
  const tooltip = useTooltip()
  const panel = useRef<HTMLDivElement>(null)

  useLayoutEffect(() => {
    const element = panel.current
    if (!element || !tooltip) return
    const { width, height } = element.getBoundingClientRect()
    const { left, right, top, bottom } = tooltip.anchorRect
    const x = Math.min(Math.max((left + right - width) / 2, 4), innerWidth - width - 4)
    const isAbove = bottom + height > innerHeight
    element.style.translate = `${x}px ${isAbove ? top - height : bottom}px`
  }, [tooltip])

  if (!tooltip) return null
  // The tooltip touches the button, so that the pointer can move onto the tooltip without a gap.
  return createPortal(
    <div
      ref={panel}
      aria-hidden="true"
      data-tip=""
      className="pointer-events-auto fixed top-0 left-0 z-50 w-max max-w-64 animate-fade-in py-1.5"
    >
      <p className="rounded-chip border border-control bg-raised px-2 py-1 text-sm font-medium break-words text-text shadow-2xl">
        {tooltip.text}
      </p>
    </div>,
    document.body,
  )
}

function useTooltip(): Tooltip | null {
  const [tooltip, setTooltip] = useState<Tooltip | null>(null)

  useEffect(() => {
    const { enter, reveal, leave, hide } = makeTooltipDelay<HTMLElement>((anchor) => {
      // Shows no tooltip over the menu that the button has opened.
      const isWanted = anchor?.isConnected && anchor.ariaExpanded !== 'true'
      setTooltip(isWanted ? { text: anchor.dataset['tip'] ?? '', anchorRect: anchor.getBoundingClientRect() } : null)
    })
    const abortController = new AbortController()
    const on = <Name extends keyof DocumentEventMap>(name: Name, listener: (event: DocumentEventMap[Name]) => void) =>
      document.addEventListener(name, listener, { capture: true, signal: abortController.signal })
    let hovered: HTMLElement | null = null

    on('pointerover', ({ target, pointerType }) => {
      if (pointerType !== 'mouse') return
      const anchor = findAnchor(target)
      if (anchor === hovered) return
      // The pointer is on the tooltip itself, which stays.
      if (anchor?.dataset['tip'] === '') return
      hovered = anchor
      if (anchor) enter(anchor)
      else leave()
    })
    on('focusin', ({ target }) => {
      const anchor = findAnchor(target)
      if (anchor?.matches(':focus-visible')) reveal(anchor)
      else leave()
    })
    on('pointerdown', (event) => {
      leave()
      // Without this, a dialog would treat a press on the tooltip as a press outside the dialog, and close.
      if (findAnchor(event.target)?.dataset['tip'] === '') event.stopPropagation()
    })
    on('pointerout', ({ relatedTarget }) => {
      if (relatedTarget !== null) return
      hovered = null
      leave()
    })
    on('focusout', leave)
    // A tooltip that is still delayed is not cancelled: it gets its place when it shows.
    on('scroll', hide)
    on('keydown', ({ key }) => key === 'Escape' && leave())
    return () => {
      abortController.abort()
      leave()
    }
  }, [])

  return tooltip
}

/** `show` gets the element whose tooltip is due, or null to hide the tooltip. */
function makeTooltipDelay<Anchor>(show: (anchor: Anchor | null) => void) {
  let waiting: ReturnType<typeof setTimeout> | undefined
  let shown: Anchor | null = null
  let hiddenAt = -Infinity

  function reveal(anchor: Anchor) {
    clearTimeout(waiting)
    shown = anchor
    show(anchor)
  }

  function hide() {
    if (shown === null) return
    shown = null
    hiddenAt = performance.now()
    show(null)
  }

  return {
    enter(anchor: Anchor) {
      clearTimeout(waiting)
      if (shown !== null || performance.now() - hiddenAt < skipDelayMs) reveal(anchor)
      else waiting = setTimeout(reveal, showDelayMs, anchor)
    },
    reveal,
    leave() {
      clearTimeout(waiting)
      hide()
    },
    hide,
  }
}
