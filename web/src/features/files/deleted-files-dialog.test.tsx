import type { DeletedFile } from '@gaffer/domain/files/upload'
import { fileMessages } from '@gaffer/domain/files/file-messages'
import { setTimeout as sleep } from 'node:timers/promises'
import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { queryKeyOf } from '#lib/endpoint-query.ts'
import { renderPage } from '#testing/render-page.tsx'
import { DeletedFilesDialog } from './deleted-files-dialog.tsx'

const at = new Date(Date.now() - 73 * 3_600_000).toISOString()
const files: DeletedFile[] = [
  { id: 'c1', kind: 'chart', name: 'Dakota in E', bytes: 2 * 1024 * 1024, deletedAt: at },
  { id: 'r1', kind: 'recording', name: null, bytes: 1000, deletedAt: at },
]
const cached = [[queryKeyOf('GET /api/bands/:bandId/storage/deleted', { params: { bandId: 'b1' } }), files]] as const
const show = (shown: readonly DeletedFile[] = files) =>
  renderPage(<DeletedFilesDialog bandId="b1" onClose={() => undefined} />, { cached: [[cached[0][0], shown]] })

afterEach(() => vi.unstubAllGlobals())

test('deleted files are listed with their size and age, and a hidden file is listed without its name', async () => {
  await show()
  const [chart, recording] = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(chart).toContain('Dakota in E2.0 MB · deleted 3 days ago')
  expect(recording).toContain(`${fileMessages.hiddenFile}1 kB`)
})

test('a deleted file is deleted for good only after a confirmation', async () => {
  const sent: string[] = []
  vi.stubGlobal('fetch', async (path: string, { method = 'GET' }: RequestInit) => {
    sent.push(`${method} ${path}`)
    return new Response(null, { status: 204 })
  })
  await show()
  fireEvent.click(screen.getByRole('button', { name: 'Delete now: Dakota in E' }))
  const question = await screen.findByRole('alertdialog', { name: fileMessages.deleteNowQuestion('Dakota in E') })
  expect([question.textContent?.includes(fileMessages.deleteNowText), sent]).toEqual([true, []])
  // The dialog ignores presses for its first 500 ms.
  await sleep(600)
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Delete now' })))
  await expect.poll(() => sent).toContain('DELETE /api/bands/b1/storage/deleted/c1')
})

test('without deleted files, the dialog of deleted files says that there are none', async () => {
  await show([])
  expect(screen.getByText(fileMessages.noDeletedFiles)).toBeTruthy()
})
