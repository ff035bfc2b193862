// Runs at build time only (web/build/prerender-plugin.ts): renders the first markup of the documents. It is rendered
// while this module loads, because Vite closes the module runner afterwards.

import type { ReactNode } from 'react'
import { prerender } from 'react-dom/static'
import { hasParameter, routeNames, routes, type RouteName } from '@gaffer/domain/routes'
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { makeRouter } from '#app/router.tsx'
import { LoadingScreen } from '#ui/loading-screen.tsx'

/** Public pages without a parameter are the same for every visitor. */
const isStatic = (name: RouteName) => routes[name].audience === 'public' && !hasParameter(name)

export const loadingMarkup = await render(<LoadingScreen />)
export const publicPageMarkup = new Map<RouteName, string>()
for (const name of routeNames.filter(isStatic)) publicPageMarkup.set(name, await renderPage(routes[name].path))

async function renderPage(path: string): Promise<string> {
  const router = makeRouter(createMemoryHistory({ initialEntries: [path] }))
  await router.load()
  return render(<RouterProvider router={router} />)
}

async function render(node: ReactNode): Promise<string> {
  return new Response((await prerender(node)).prelude).text()
}
