import { act, screen } from '@testing-library/react'
import { beforeAll, expect, it, vi } from 'vitest'
import { renderPage } from '#testing/render-page.tsx'
import { CookiesPanel } from './debug-page-layout.tsx'

// Loads the response schemas ahead: the first reply would otherwise wait for them.
beforeAll(() => import('#lib/check-response.ts'))

it('the session parameter of a debug page is stored in the debug cookie once, and not again by a refetch', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ cookies: [{ name: 'theme', value: '… (4 characters)' }] }))
  const stored = vi.spyOn(document, 'cookie', 'set')
  const { client } = await renderPage(<CookiesPanel session="0123456789abcdef" />)
  await screen.findByText('theme')
  expect(stored).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('gaffer_debug_session=0123456789abcdef'))
  await act(() => client.refetchQueries())
  expect(stored).toHaveBeenCalledOnce()
})
