import { routes } from '@gaffer/domain/routes'
import { fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { renderPage } from '#testing/render-page.tsx'
import { CopyErrorReportButton } from './error-report.tsx'

afterEach(() => vi.restoreAllMocks())

async function copyReportAt(path: string): Promise<string | undefined> {
  history.replaceState(null, '', path)
  const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await renderPage(<CopyErrorReportButton error={new Error('No such chunk')} />)
  fireEvent.click(screen.getByRole('button', { name: 'Copy error report' }))
  await screen.findByText(/^Copied\./)
  return writeText.mock.calls[0]?.[0]
}

const linkPaths = Object.values(routes).flatMap(({ path }) => (path.includes('$token') ? [[path]] : []))

it.each(linkPaths)('the error report of a page at %s has no token', async (path) => {
  const lines = (await copyReportAt(path.replace('$token', 'secret-token')))?.split('\n')
  expect(lines).toContain(path.replace('$token', '…'))
  expect(lines?.join()).not.toContain('secret-token')
})

it('the error report of a page without a token states its path and the error', async () => {
  const report = await copyReportAt('/setlists/s1/stage')
  expect(report?.split('\n')).toEqual(expect.arrayContaining(['/setlists/s1/stage', 'Error: No such chunk']))
})
