import type { ReactNode } from 'react'
import { prerender } from 'react-dom/static'
import { expect, it } from 'vitest'
import { ApiError, NetworkError } from '#lib/api-error.ts'
import { LoadingScreen, PageLoading } from '#ui/loading-screen.tsx'
import { ErrorScreen, PageErrorScreen } from './error-screen.tsx'

const error = { error: new Error('No such chunk'), reset: () => undefined }

async function render(node: ReactNode): Promise<string> {
  return new Response((await prerender(node)).prelude).text()
}

it('full-screen error and loading pages have one main element, and error and loading pages inside the layout have no main element', async () => {
  const mains = async (node: ReactNode) => (await render(node)).split('<main').length - 1
  expect(await mains(<ErrorScreen {...error} />)).toBe(1)
  expect(await mains(<LoadingScreen />)).toBe(1)
  expect(await mains(<PageErrorScreen {...error} />)).toBe(0)
  expect(await mains(<PageLoading />)).toBe(0)
})

it('an error screen offers a retry and an error report', async () => {
  const markup = await render(<PageErrorScreen {...error} />)
  for (const text of ['Something went wrong', 'Try again', 'Copy error report']) expect(markup).toContain(text)
})

it('the error screen says "Check your signal" for a request that got no response, and "Gaffer has a problem" for a 500', async () => {
  const failed = await render(<PageErrorScreen {...error} error={new ApiError(500, 'Internal Server Error', '')} />)
  expect(failed).toContain('Gaffer has a problem')
  expect(failed).not.toContain('signal')
  const unreached = await render(<PageErrorScreen {...error} error={new NetworkError(new TypeError('No network'))} />)
  expect(unreached).toContain('Check your signal')
})
