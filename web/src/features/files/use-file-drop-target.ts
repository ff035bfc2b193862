// Takes files that are dropped or pasted onto an element. Users without a mouse or clipboard need a file button as well.

import { useEffect, useEffectEvent, useState, type RefObject } from 'react'

type Options = { /** Also takes files pasted anywhere on the page outside a field. */ isPastedAnywhere?: boolean }

/** Passes dropped or pasted files to `take`. Returns true while files are dragged over the element. */
export function useFileDropTarget(
  elementRef: RefObject<HTMLElement | null>,
  take: (files: readonly File[]) => void,
  { isPastedAnywhere = false }: Options = {},
): boolean {
  const [isOver, setOver] = useState(false)
  const takeLatest = useEffectEvent(take)

  useEffect(() => {
    const element = elementRef.current
    if (!element) return
    const abortController = new AbortController()
    const options = { signal: abortController.signal }
    const takeFilesFrom = (event: Event, data: DataTransfer | null) => {
      if (!data || data.files.length === 0) return
      event.preventDefault()
      takeLatest([...data.files])
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
        // Keeps the browser from opening the dropped file in place of the page.
        event.preventDefault()
        setOver(false)
        takeFilesFrom(event, event.dataTransfer)
      },
      options,
    )
    const pasteTarget = isPastedAnywhere ? document : element
    pasteTarget.addEventListener(
      'paste',
      (event) => {
        const { clipboardData } = event as ClipboardEvent
        if (!event.defaultPrevented && !(isPastedAnywhere && isField(event.target))) takeFilesFrom(event, clipboardData)
      },
      options,
    )
    return () => abortController.abort()
  }, [elementRef, isPastedAnywhere])

  return isOver
}

function isField(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input:not([type=file]), textarea') !== null
}
