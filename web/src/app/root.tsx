// The root route's component: theme, document title, focus after a route change, toasts.

import { Outlet, useRouterState } from '@tanstack/react-router'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { focusHeadingSoon } from './focus-heading.ts'
import { applyAndFollowTheme } from './theme.ts'
import { LazyToaster } from './lazy-toaster.tsx'

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
