import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { render, screen } from '@testing-library/react'
import { useEffect } from 'react'
import { expect, it } from 'vitest'
import { QueryProvider } from './query-provider.tsx'

it('QueryProvider replaces history.pushState for overlays before the effects of the page run', async () => {
  Reflect.deleteProperty(history, 'pushState')
  const installed: boolean[] = []
  function Page() {
    useEffect(() => void installed.push(Object.hasOwn(history, 'pushState')), [])
    return <h1>Calendar</h1>
  }
  const rootRoute = createRootRoute({ component: QueryProvider })
  const page = createRoute({ getParentRoute: () => rootRoute, path: '/', component: Page })
  const router = createRouter({ routeTree: rootRoute.addChildren([page]), history: createMemoryHistory() })
  await router.load()
  // The registered router type is that of the app's own router.
  render(<RouterProvider router={router as never} />)
  await screen.findByRole('heading', { name: 'Calendar' })
  expect(installed).toEqual([true])
})
