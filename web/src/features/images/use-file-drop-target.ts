// Takes a file that is dropped or pasted onto an element. An addition to the file button of the element.

import { useEffect, useEffectEvent, useState, type RefObject } from 'react'
import { firstFileOf } from './read-image.ts'

/** Whether a drag is over the element. */
export function useFileDropTarget(part: RefObject<HTMLElement | null>, take: (file: File) => void): boolean {
  const [isOver, setOver] = useState(false)
  const takeLatest = useEffectEvent(take)

  useEffect(() => {
    const element = part.current
    if (!element) return
    const stop = new AbortController()
    const options = { signal: stop.signal }
    const takeFrom = (event: Event, data: DataTransfer | null) => {
      const file = firstFileOf(data)
      if (!file) return
      event.preventDefault()
      takeLatest(file)
    }
    element.addEventListener(
      'dragover',
      (event) => {
        event.preventDefault()
        setOver(true)
      },
      options,
    )
    element.addEventListener('dragleave', () => setOver(false), options)
    element.addEventListener(
      'drop',
      (event) => {
        // Otherwise the browser would open the dropped file in place of the page.
        event.preventDefault()
        setOver(false)
        takeFrom(event, event.dataTransfer)
      },
      options,
    )
    element.addEventListener('paste', (event) => takeFrom(event, event.clipboardData), options)
    return () => stop.abort()
  }, [part])

  return isOver
}
