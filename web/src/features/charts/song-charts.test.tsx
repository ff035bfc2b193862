import 'fake-indexeddb/auto'

import { ChartInput, type Chart } from '@gaffer/domain/charts/chart'
import { chartMessages } from '@gaffer/domain/charts/chart-messages'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { deletePicture, listPictures } from '#features/files/camera-picture-database.ts'
import { noConnectionText } from '#lib/api-error.ts'
import { queryKeyOf } from '#lib/endpoint-query.ts'
import { deleteKeptFiles, storeKeptFile } from '#offline/kept-file-database.ts'
import { openStoredQueries, storedQueriesAccountKey } from '#offline/stored-query-database.ts'
import { captureSavedFiles } from '#testing/capture-saved-files.ts'
import { aChart } from '#testing/chart-fixture.ts'
import { aUser } from '#testing/membership-fixture.ts'
import { renderPage } from '#testing/render-page.tsx'
import { readCurrentToast } from '#ui/toast-store.ts'
import { SongCharts } from './song-charts.tsx'

const megabyte = 1024 * 1024
const user = aUser()
const song = { id: 's1', title: 'Dakota' }
const member = { bandId: 'b1', id: 'm1', access: 'member' } as const
const ofBand = { params: { bandId: 'b1' } }

const onReport = vi.fn<(chartId: string) => void>()
const show = (charts: readonly Chart[], usedBytes = 0, membership = member, report: typeof onReport | null = null) =>
  renderPage(<SongCharts song={song} membership={membership} onReport={report} />, {
    cached: [
      [queryKeyOf('GET /api/me', {}), { user, bands: [] }],
      [queryKeyOf('GET /api/bands/:bandId/songs/:songId/charts', { params: { bandId: 'b1', songId: 's1' } }), charts],
      [queryKeyOf('GET /api/bands/:bandId/storage', ofBand), { usedBytes, limitBytes: 2048 * megabyte }],
    ],
  })

test('a chart in the list of a song is a link to its page, with its part, kind and number of pages', async () => {
  await show([aChart({ part: 'Bass' })])
  const link = screen.getByRole('link', { name: /^Dakota in E/ })
  expect(link.getAttribute('href')).toBe('/bands/b1/charts/c1')
  expect(link.textContent).toContain('Bass · PDF · 3 pages')
})

test('a song without charts shows a hint, "Add a file" and "Type it"', async () => {
  await show([])
  expect(screen.getByText(chartMessages.noCharts)).toBeTruthy()
  expect(screen.getByText('Add a file')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Type it' })).toBeTruthy()
})

test('a typed chart is sent with values that its endpoint accepts', async () => {
  await show([])
  let body: unknown = null
  vi.stubGlobal('fetch', async (_path: string, options: RequestInit = {}) => {
    if (options.method !== 'POST') return Response.json([])
    body = JSON.parse(String(options.body))
    return Response.json(aChart({ kind: 'text', text: '[G]Hello', format: 'chordpro', url: null, pages: null }))
  })
  fireEvent.click(screen.getByRole('button', { name: 'Type it' }))
  fireEvent.change(await screen.findByLabelText('Chart'), { target: { value: '[G]Hello' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(body).not.toBeNull())
  expect(ChartInput.safeParse(body)).toMatchObject({ success: true, data: { text: '[G]Hello' } })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a song with twenty charts has no "Add a file", and shows the message about the limit', async () => {
  await show(Array.from({ length: 20 }, (_, at) => aChart({ id: `c${at}` })))
  expect(screen.getByText(chartMessages.chartsFull)).toBeTruthy()
  expect(screen.queryByText('Add a file')).toBeNull()
})

test('the storage that a band uses is shown once it is over half of the limit', async () => {
  const { rerender, client } = await show([], 1024 * megabyte)
  expect(screen.queryByText(/for files are used/)).toBeNull()
  client.setQueryData(queryKeyOf('GET /api/bands/:bandId/storage', ofBand), {
    usedBytes: 1025 * megabyte,
    limitBytes: 2048 * megabyte,
  })
  await rerender(<SongCharts song={song} membership={member} onReport={null} />)
  expect(screen.getByText('1 GB of the band’s 2 GB for files are used')).toBeTruthy()
})

test('a chart that the operator hid is listed as hidden, and has no link', async () => {
  await show([aChart({ name: chartMessages.hidden, url: null })])
  expect(screen.getByText(chartMessages.hidden)).toBeTruthy()
  expect(screen.queryByRole('link')).toBeNull()
})

test('the text chart of another member has no menu, and the menu of the reader’s own text chart has Edit and Delete', async () => {
  const text = { kind: 'text', text: 'Hey', format: 'plain', url: null, pages: null } as const
  await show([aChart({ ...text, uploadedBy: 'm2' }), aChart({ ...text, id: 'c2', name: 'Mine' })])
  expect(screen.queryByRole('button', { name: 'More for Dakota in E' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'More for Mine' }))
  expect(await screen.findByRole('menuitem', { name: 'Delete' })).toBeTruthy()
  expect(screen.getByRole('menuitem', { name: 'Edit' })).toBeTruthy()
})

test('the chart of another member can be reported, and the reader’s own chart cannot', async () => {
  await show([aChart({ uploadedBy: 'm2' }), aChart({ id: 'c2', name: 'Mine' })], 0, member, onReport)
  fireEvent.click(screen.getByRole('button', { name: 'More for Dakota in E' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Report to the people who run this Gaffer' }))
  expect(onReport.mock.calls).toEqual([['c1']])
  fireEvent.click(screen.getByRole('button', { name: 'More for Mine' }))
  expect(await screen.findByRole('menuitem', { name: 'Delete' })).toBeTruthy()
  expect(screen.queryByRole('menuitem', { name: /Report/ })).toBeNull()
})

test('a picture for a chart that was taken with the camera is stored on the device, and a chosen file is not', async () => {
  const { container } = await show([])
  const [chooser, camera] = container.querySelectorAll<HTMLInputElement>('input[type=file]')
  const choose = async (input: HTMLInputElement | undefined, name: string) =>
    act(async () => void fireEvent.change(input as HTMLInputElement, { target: { files: [new File(['x'], name)] } }))
  await choose(chooser, 'Dakota.pdf')
  await choose(camera, 'image.jpg')
  await waitFor(async () =>
    expect(await listPictures(user.id)).toMatchObject([
      { name: 'image.jpg', purpose: 'chart', use: { params: { bandId: 'b1', songId: 's1' } } },
    ]),
  )
  for (const { id } of await listPictures(user.id)) await deletePicture(id)
})

test('the typed text of a chart stays in its dialog when another member deletes the chart', async () => {
  const { client } = await show([aChart({ kind: 'text', text: 'Hey', format: 'plain', url: null, pages: null })])
  fireEvent.click(screen.getByRole('button', { name: 'More for Dakota in E' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Edit' }))
  fireEvent.change(await screen.findByRole('textbox', { name: /^Chart/ }), { target: { value: 'Hey you' } })
  const ofSong = { params: { bandId: 'b1', songId: 's1' } }
  act(() => client.setQueryData(queryKeyOf('GET /api/bands/:bandId/songs/:songId/charts', ofSong), []))
  await screen.findByText(chartMessages.noCharts)
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: /^Chart/ }).value).toBe('Hey you')
})

test('without a connection, "Download" of a chart that is not on the device shows a toast about the missing connection', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  await show([aChart()])
  fireEvent.click(screen.getByRole('button', { name: 'More for Dakota in E' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Download' }))
  await waitFor(() =>
    expect(readCurrentToast()).toMatchObject({ title: chartMessages.chartNotDownloaded, text: noConnectionText }),
  )
})

test.each([
  ['pdf', 'Dakota in E.pdf', 'application/pdf'],
  ['image', 'Dakota in E.webp', 'image/webp'],
] as const)(
  'a chart of the kind %s that is kept on the device is downloaded from the device as "%s"',
  async (kind, name, type) => {
    const fetched = vi.fn<typeof fetch>(() => Promise.reject(new TypeError('Failed to fetch')))
    vi.stubGlobal('fetch', fetched)
    const saved = captureSavedFiles()
    await openStoredQueries().then((db) => db.put('account', user.id, storedQueriesAccountKey))
    const row = { kind: 'chart', id: 'c1', bandId: 'b1', version: 1, bytes: 3, neededOn: '2027-03-12' } as const
    await storeKeptFile(user.id, row, new Uint8Array([1, 2, 3]).buffer)
    await show([aChart({ kind })])
    fireEvent.click(screen.getByRole('button', { name: 'More for Dakota in E' }))
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Download' }))
    await waitFor(() => expect(saved).toMatchObject([{ name, content: { size: 3, type } }]))
    expect(fetched.mock.calls.filter(([path]) => String(path).includes('/content'))).toEqual([])
    await deleteKeptFiles(['c1'])
  },
)
