import { useLayoutEffect, useRef } from 'react'

const smallestPx = 40
const largestPx = 320
const lineHeight = 1.1
const mostLines = 2
/** The part of the space that the title may fill: the rest is for key, tempo and notes. */
const share = 0.6

/** A title as large as fits on two lines of the space around it. Too long even at 40 px, it takes more lines. Needs its text as key. */
export function FittedTitle({ text }: { text: string }) {
  const title = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    const element = title.current
    const space = element?.parentElement
    if (!element || !space) return
    const fit = () => fitFontSize(element, space.clientHeight * share)
    fit()
    const observer = new ResizeObserver(fit)
    observer.observe(space)
    return () => observer.disconnect()
  }, [])
  return (
    <span ref={title} className="block w-full shrink-0 font-bold tracking-tight break-words" style={{ lineHeight }}>
      {text}
    </span>
  )
}

function fitFontSize(element: HTMLElement, mostHeight: number): void {
  let [low, high] = [smallestPx, largestPx]
  while (low < high) {
    const size = Math.ceil((low + high) / 2)
    if (isFitting(element, size, mostHeight)) low = size
    else high = size - 1
  }
  element.style.fontSize = `${low}px`
  element.style.overflowWrap = ''
}

function isFitting(element: HTMLElement, size: number, mostHeight: number): boolean {
  element.style.fontSize = `${size}px`
  // A word that does not fit must overflow instead of breaking.
  element.style.overflowWrap = 'normal'
  const { scrollHeight, scrollWidth, clientWidth } = element
  return scrollWidth <= clientWidth && scrollHeight <= Math.min(mostHeight, mostLines * lineHeight * size + 1)
}
