// The markup that documents are sent with, so that a phone shows something before any script has arrived: the page itself
// where it is the same for everybody, the wait for the others. Loaded once, when the pages are built.

import type { ReactNode } from 'react'
import { prerender } from 'react-dom/static'
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { makeRouter } from '#app/router.tsx'
import { LoadingScreen } from '#ui/loading-screen.tsx'

async function markupOf(node: ReactNode): Promise<string> {
  return new Response((await prerender(node)).prelude).text()
}

async function pageAt(path: string): Promise<string> {
  const router = makeRouter(createMemoryHistory({ initialEntries: [path] }))
  await router.load()
  return markupOf(<RouterProvider router={router} />)
}

export const landing = await pageAt('/')
export const login = await pageAt('/login')
export const wait = await markupOf(<LoadingScreen />)
