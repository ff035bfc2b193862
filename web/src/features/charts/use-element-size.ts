import { useLayoutEffect, useState } from 'react'
import type { Size } from './fit-page.ts'

/** The size of the element's inside without scroll bars; null until it is known. Its `ref` goes to the element. */
export function useElementSize(): [Size | null, (element: HTMLElement | null) => void, HTMLElement | null] {
  const [element, setElement] = useState<HTMLElement | null>(null)
  const [size, setSize] = useState<Size | null>(null)
  useLayoutEffect(() => {
    if (!element) return
    const measure = () => {
      const { width, height } = element.getBoundingClientRect()
      setSize((old) => (old?.width === width && old.height === height ? old : { width, height }))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [element])
  return [size, setElement, element]
}
