// The root route's component: theme, document title, focus after a route change, toasts.

import { Outlet, useRouterState } from '@tanstack/react-router'
import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore, type ComponentType } from 'react'
import { importAgain } from '#ui/import-again.ts'
import { onToastChange, readToasts } from '#ui/toast-store.ts'
import { applyAndFollowTheme } from './theme.ts'

/** Loads the toaster's chunk with the first toast, so that no page waits for it. If that fails, the page stays, and the next toast tries again. */
function LazyToaster() {
  const newestToastId = useSyncExternalStore(onToastChange, readNewestToastId, () => undefined)
  const [Toaster, setToaster] = useState<ComponentType | null>(null)
  useEffect(() => {
    if (newestToastId === undefined) return
    void importAgain(() => import('#ui/toaster.tsx')).then(
      ({ Toaster }) => setToaster(() => Toaster),
      () => undefined,
    )
  }, [newestToastId])
  return Toaster && <Toaster />
}

const readNewestToastId = () => readToasts().at(-1)?.id

export function Root() {
  const path = useRouterState({ select: (state) => state.resolvedLocation?.pathname ?? state.location.pathname })
  const title = useRouterState({ select: ({ matches }) => matches.at(-1)?.staticData.title })
  const shownPath = useRef(path)

  useLayoutEffect(() => applyAndFollowTheme(path), [path])

  useEffect(() => {
    document.title = title ? `${title} · Gaffer` : 'Gaffer: run your band'
  }, [title])

  useEffect(() => {
    if (shownPath.current === path) return
    shownPath.current = path
    return focusHeadingSoon()
  }, [path])

  return (
    <>
      <Outlet />
      <LazyToaster />
    </>
  )
}

const headingTimeoutMs = 5000

/**
 * Focuses the new page's heading as soon as it exists, unless focus has moved elsewhere: screen readers read it, and Tab continues from
 * there. Returns a function that stops waiting for the heading.
 */
export function focusHeadingSoon(): () => void {
  const before = document.activeElement
  const attempt = () => {
    if (document.activeElement !== before && document.activeElement !== document.body) return true
    const heading = document.querySelector<HTMLElement>('main h1')
    if (!heading) return false
    if (!heading.hasAttribute('tabindex')) heading.tabIndex = -1
    heading.focus({ preventScroll: true })
    return true
  }
  if (attempt()) return () => undefined

  const observer = new MutationObserver(() => attempt() && stop())
  const timer = setTimeout(() => observer.disconnect(), headingTimeoutMs)
  const stop = () => {
    observer.disconnect()
    clearTimeout(timer)
  }
  observer.observe(document.body, { childList: true, subtree: true })
  return stop
}
