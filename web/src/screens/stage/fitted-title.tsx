import { useLayoutEffect, useRef } from 'react'

const smallestPx = 40
const largestPx = 320
const lineHeight = 1.1
/** Two lines; a title that does not fit on them at 40 px takes three or four. */
const lineCounts = [2, 3, 4]
/** Leaves room for letters that reach beyond their box, such as a last "k". */
const sizeMargin = 0.97
/** The largest part of the space that the title may fill. */
const heightShare = 0.6

/** A title as large as fits on its lines in the space around it. Needs its text as React key: a changed text is not measured again. */
export function FittedTitle({ text }: { text: string }) {
  const title = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    const element = title.current
    const space = element?.parentElement
    if (!element || !space) return
    const fit = () => fitFontSize(element, Math.min(space.clientHeight * heightShare, freeHeight(space, element)))
    fit()
    // Fits again once the web font has loaded, because its letters have other widths.
    void document.fonts?.ready.then(fit)
    const observer = new ResizeObserver(fit)
    observer.observe(space)
    return () => observer.disconnect()
  }, [])
  return (
    <span
      ref={title}
      className="block w-full shrink-0 font-bold tracking-tight text-balance break-words"
      style={{ lineHeight }}
    >
      {text}
    </span>
  )
}

/** The height that key, tempo and notes, which stand around the title, leave for it. */
function freeHeight(space: HTMLElement, title: HTMLElement): number {
  const others = [...space.children].filter((child): child is HTMLElement => child !== title)
  const gap = Number.parseFloat(getComputedStyle(space).rowGap) || 0
  return others.reduce((height, { offsetHeight }) => height - gap - offsetHeight, space.clientHeight)
}

function fitFontSize(element: HTMLElement, maxHeight: number): void {
  // While the text is measured, a word that does not fit must overflow instead of breaking.
  element.style.overflowWrap = 'normal'
  const size = lineCounts.map((lines) => findLargestFittingSize(element, lines, maxHeight)).find(Boolean) ?? smallestPx
  element.style.fontSize = `${Math.max(smallestPx, Math.floor(size * sizeMargin))}px`
  element.style.overflowWrap = ''
}

/** The largest font size, in px, at which the title fits on this many lines; null if there is none. */
function findLargestFittingSize(element: HTMLElement, lines: number, maxHeight: number): number | null {
  let [fits, low, high] = [null as number | null, smallestPx, largestPx]
  while (low <= high) {
    const size = Math.floor((low + high) / 2)
    element.style.fontSize = `${size}px`
    const height = Math.min(maxHeight, lines * lineHeight * size + 1)
    if (element.scrollWidth <= element.clientWidth && element.offsetHeight <= height) {
      fits = size
      low = size + 1
    } else {
      high = size - 1
    }
  }
  return fits
}
