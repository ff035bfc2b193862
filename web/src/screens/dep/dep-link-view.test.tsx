import type { DepLinkContent } from '@gaffer/domain/deps/dep-link'
import { emptyGigSheet, toSharedGigSheet } from '@gaffer/domain/gig-sheets/gig-sheet'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { renderPage } from '#testing/render-page.tsx'
import { useEndpoint } from '#lib/use-endpoint.ts'
import { DepLinkView } from './dep-page.tsx'

const token = 'a1b2'
const asked: DepLinkContent = {
  state: 'asked',
  isStale: false,
  name: 'Tom',
  instrument: 'drums',
  feePence: 12_000,
  bandName: 'The Night Buses',
  askedBy: 'Ros',
  event: {
    title: 'Xmas do',
    type: 'gig',
    date: '2027-03-12',
    endDate: null,
    startTime: '20:00',
    endTime: '23:00',
    isAllDay: false,
    place: 'The Fenton, Leeds',
  },
  gigSheet: null,
  setlist: null,
}
const playing: DepLinkContent = {
  ...asked,
  state: 'yes',
  gigSheet: toSharedGigSheet(
    { ...emptyGigSheet, times: [{ time: '17:30', label: 'Load-in' }], contactName: 'Priya', feePence: 90_000 },
    { withFee: false, withContact: true },
  ),
  setlist: {
    name: 'Friday',
    items: [
      {
        isSong: true,
        title: 'Valerie',
        artist: 'The Zutons',
        key: 'E♭',
        tempo: 106,
        note: 'Short ending',
        songNote: 'Count of four',
        durationSeconds: 219,
      },
    ],
  },
}

type Sent = { method: string; path: string; body: unknown }
let sent: Sent[]
/** The dep link as the server has stored it. */
let link: DepLinkContent
let reply: (sent: Sent) => Response

beforeEach(() => {
  sent = []
  link = asked
  reply = () => Response.json(link)
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body }: RequestInit = {}) => {
    if (method === 'GET') return Response.json(link)
    const request = { method, path, body: body ? JSON.parse(body as string) : null }
    sent.push(request)
    return reply(request)
  })
})

const onDeleted = vi.fn()
function Shown() {
  const { data } = useEndpoint('GET /api/dep-links/:token', { params: { token } })
  return data && <DepLinkView token={token} link={data} onDeleted={onDeleted} />
}
async function show(shown: DepLinkContent = asked) {
  link = shown
  await renderPage(<Shown />)
  await screen.findByText(/£120/)
}
const button = (name: string) => screen.getByRole('button', { name })
const buttons = () => screen.getAllByRole('button').map(({ textContent }) => textContent)

/** Presses the button of the dialog with this question. The dialog ignores presses during its first 500 ms. */
async function confirm(question: string, label: string) {
  const dialog = await screen.findByRole('alertdialog', { name: question })
  await waitFor(() => {
    fireEvent.click(within(dialog).getByRole('button', { name: label }))
    expect(sent).toHaveLength(1)
  })
}

it('the page of a dep link shows the band, the event, the place, the fee and the answers', async () => {
  await show()
  const text = document.body.textContent
  for (const part of ['Ros of The Night Buses asks: can you play drums?', 'Xmas do', 'Friday 12 March', '£120 offered'])
    expect(text).toContain(part)
  expect(screen.getByRole('link', { name: 'Open in Maps' }).getAttribute('href')).toContain('Fenton')
  expect(buttons()).toEqual(['Yes', 'No', 'Don’t ask me again', 'Delete me from this dep book'])
})

it('after a Yes the page of a dep link shows the gig sheet, the set list and a link to the calendar file', async () => {
  await show()
  reply = () => Response.json(playing)
  fireEvent.click(button('Yes'))
  const sheet = await screen.findByRole('region', { name: 'Gig sheet' })
  expect(sent).toEqual([{ method: 'POST', path: `/api/dep-links/${token}`, body: { answer: 'yes' } }])
  expect(sheet.textContent).toContain('Load-in')
  expect(document.body.textContent).not.toContain('£900')
  const song = within(screen.getByRole('region', { name: 'Set list: Friday' })).getByRole('listitem')
  for (const part of ['Valerie', 'Short ending', 'Count of four', 'E♭ · 106 bpm'])
    expect(song.textContent).toContain(part)
  expect(screen.getByRole('link', { name: 'Add to my calendar' }).getAttribute('href')).toBe(`/dep/${token}.ics`)
})

it('after a Yes to a gig that is covered already, the page of a dep link keeps only the buttons "Don’t ask me again" and "Delete me", and has no error', async () => {
  await show()
  reply = () => {
    link = { ...asked, state: 'covered' }
    return Response.json({ code: 'covered', message: 'Thanks, it’s covered' }, { status: 409 })
  }
  fireEvent.click(button('Yes'))
  await waitFor(() => expect(buttons()).toEqual(['Don’t ask me again', 'Delete me from this dep book']))
  expect(document.body.textContent).toContain('Xmas do')
  expect(screen.queryByRole('alert')).toBeNull()
})

it('an answer by a dep link that fails shows the message of the server, and the buttons stay', async () => {
  await show()
  reply = () => Response.json({ code: 'unavailable', message: 'In a moment, please' }, { status: 503 })
  fireEvent.click(button('No'))
  expect((await screen.findByRole('alert')).textContent).toBe('In a moment, please')
  expect(button('Yes')).not.toBeNull()
})

it('"Don’t ask me again" is sent after a confirmation only', async () => {
  await show()
  reply = () => Response.json({ ...asked, state: 'never' })
  fireEvent.click(button('Don’t ask me again'))
  await confirm('Don’t ask you again?', 'Don’t ask me again')
  expect(sent[0]?.body).toEqual({ answer: 'never' })
  await waitFor(() => expect(buttons()).toEqual(['Delete me from this dep book']))
})

it('a dep who plays can change the answer to No after a confirmation', async () => {
  await show(playing)
  reply = () => Response.json({ ...asked, state: 'no' })
  fireEvent.click(button('I can’t play after all'))
  await confirm('Can’t you play after all?', 'I can’t play')
  expect(sent[0]?.body).toEqual({ answer: 'no' })
  expect(await screen.findByRole('button', { name: 'I can play after all' })).not.toBeNull()
})

it('if the gig has changed since the Yes of a dep, the page of the dep link says so and asks for an answer again', async () => {
  await show({ ...asked, isStale: true })
  expect(screen.getByText('You said Yes before this change. Please answer again.')).not.toBeNull()
  expect(button('Yes')).not.toBeNull()
})

it('a dep can delete their entry in the dep book after a confirmation', async () => {
  await show()
  reply = () => new Response(null, { status: 204 })
  fireEvent.click(button('Delete me from this dep book'))
  await confirm('Delete me from this dep book?', 'Delete me')
  expect(sent).toEqual([{ method: 'DELETE', path: `/api/dep-links/${token}`, body: null }])
  await waitFor(() => expect(onDeleted).toHaveBeenCalledOnce())
})
