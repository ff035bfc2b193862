import type { BandEvent } from '@gaffer/domain/events/event'
import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { yearAheadRange } from '#features/events/date-ranges.ts'
import { queryKeyOf } from '#lib/endpoint-query.ts'
import { anEvent } from '#testing/event-fixture.ts'
import { renderPage } from '#testing/render-page.tsx'
// Preloads the control, so that the tests need not wait for its dynamic import.
import '#features/answers/event-answer-control.tsx'
import { anOwnMembership, aUser } from '#testing/membership-fixture.ts'
import { AwaitingAnswerSection, listEventsAwaitingAnswer } from './awaiting-answer-section.tsx'

let isPhone = false
vi.mock('#ui/use-breakpoint.ts', () => ({
  useBreakpoint: () => (isPhone ? 'narrow' : 'wide'),
  useIsPhone: () => isPhone,
}))

beforeEach(() => {
  isPhone = false
  vi.stubGlobal('fetch', () => new Promise(() => undefined))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const now = new Date('2027-03-01T12:00:00Z')
const ask = (date: string, replyBy: string, fields = {}) =>
  anEvent({ type: 'gig', date, replyBy, asksAnswers: true, ...fields })

it('listEventsAwaitingAnswer lists the events whose answer by the user is due, in the order of their dates to reply by', () => {
  const late = ask('2027-03-05', '2027-03-04')
  const soon = ask('2027-06-12', '2027-03-02')
  const others = [
    ask('2027-03-06', '2027-03-05', { myAnswer: 'no' }),
    ask('2027-03-06', '2027-03-05', { status: 'cancelled' }),
    ask('2027-02-20', '2027-02-19'),
    anEvent({ date: '2027-03-06' }),
  ]
  expect(listEventsAwaitingAnswer([late, ...others, soon], now)).toEqual([soon, late])
})

it('listEventsAwaitingAnswer keeps an event that was answered on this page', () => {
  const answered = ask('2027-03-06', '2027-03-05', { myAnswer: 'yes' })
  expect(listEventsAwaitingAnswer([answered], now, new Set([answered.id]))).toEqual([answered])
})

it('a new answer to one waiting event renders only the item of that event', async () => {
  vi.useFakeTimers({ now, toFake: ['Date'] })
  const rendered: string[] = []
  const aTrackedEvent = (title: string, fields: Partial<BandEvent> = {}): BandEvent =>
    Object.defineProperty(ask('2027-03-12', '2027-03-05', { id: title, ...fields }), 'title', {
      enumerable: true,
      get: () => (rendered.push(title), title),
    })
  const key = queryKeyOf('GET /api/bands/:bandId/events', {
    params: { bandId: 'b' },
    query: yearAheadRange('2027-03-01'),
  })
  const [first, second] = [aTrackedEvent('First'), aTrackedEvent('Second')]
  const section = <AwaitingAnswerSection bandId="b" today="2027-03-01" nextUpId={null} />
  const { client } = await renderPage(section, { cached: [[key, [first, second]]] })
  expect(screen.getAllByRole('listitem')).toHaveLength(2)
  rendered.length = 0
  await act(() => client.setQueryData(key, [aTrackedEvent('First', { myAnswer: 'yes' }), second]))
  expect(new Set(rendered)).toEqual(new Set(['First']))
})

const ros = anOwnMembership()
const eventsKey = queryKeyOf('GET /api/bands/:bandId/events', {
  params: { bandId: ros.bandId },
  query: yearAheadRange('2027-03-01'),
})
const gigsToAnswer = (count: number) =>
  Array.from({ length: count }, (_, at) =>
    ask(`2027-03-1${at}`, `2027-03-0${at + 1}`, { bandId: ros.bandId, title: `Gig ${at + 1}` }),
  )
const titles = () => screen.getAllByRole('listitem').map((item) => /Gig \d/.exec(item.textContent)?.[0])

async function show(events: BandEvent[], fewerOnPhones = 0) {
  vi.useFakeTimers({ now, toFake: ['Date'] })
  const section = (
    <AwaitingAnswerSection bandId={ros.bandId} today="2027-03-01" nextUpId={null} fewerOnPhones={fewerOnPhones} />
  )
  const me = { user: aUser(), bands: [ros] }
  const page = await renderPage(section, {
    cached: [
      [eventsKey, events],
      [queryKeyOf('GET /api/me', {}), me],
    ],
  })
  vi.useFakeTimers({ now, toFake: ['Date', 'setTimeout', 'clearTimeout'] })
  return page
}

it('with more than five waiting events, a button says how many more wait, and a press shows the rest and focuses the first of them', async () => {
  await show(gigsToAnswer(8))
  expect(titles()).toHaveLength(5)
  fireEvent.click(screen.getByRole('button', { name: '3 more' }))
  expect(titles()).toHaveLength(8)
  expect(document.activeElement?.textContent).toContain('Gig 6')
  expect(screen.queryByRole('button', { name: /more$/ })).toBeNull()
})

it.each([
  [0, 2],
  [1, 1],
  [2, 1],
])(
  'on a phone with %i questions elsewhere on the page, %i of four waiting events are shown',
  async (elsewhere, shown) => {
    isPhone = true
    await show(gigsToAnswer(4), elsewhere)
    expect(titles()).toHaveLength(shown)
    expect(screen.getByRole('button', { name: `${4 - shown} more` })).toBeTruthy()
  },
)

it('answered events leave the list together five seconds after the last answer, the next events move up, and a text states how many events still wait', async () => {
  let events = gigsToAnswer(8)
  const { client } = await show(events)
  const answer = (index: number, myAnswer: BandEvent['myAnswer']) => {
    events = events.map((event, at) => (at === index ? { ...event, myAnswer } : event))
    return act(() => client.setQueryData(eventsKey, events))
  }
  await answer(0, 'yes')
  await act(() => vi.advanceTimersByTimeAsync(4000))
  await answer(2, 'no')
  await act(() => vi.advanceTimersByTimeAsync(4000))
  expect(titles()).toEqual(['Gig 1', 'Gig 2', 'Gig 3', 'Gig 4', 'Gig 5'])
  expect(screen.getByText('6 still waiting for your answer')).toBeTruthy()
  await act(() => vi.advanceTimersByTimeAsync(1000))
  expect(titles()).toEqual(['Gig 2', 'Gig 4', 'Gig 5', 'Gig 6', 'Gig 7'])
  expect(screen.getByRole('button', { name: '1 more' })).toBeTruthy()
})

it('an answered event stays in the list while its answer is being sent', async () => {
  await show(gigsToAnswer(1))
  fireEvent.click(screen.getByRole('radio', { name: 'Yes' }))
  await act(() => vi.advanceTimersByTimeAsync(20_000))
  expect(titles()).toEqual(['Gig 1'])
  expect(screen.getByRole('radio', { name: 'Yes' })).toHaveProperty('checked', true)
})

describe('an enquiry', () => {
  const optionGroupId = '0190a000-0000-7000-8000-0000000000aa'
  const option = (date: string, fields = {}) =>
    ask(date, '2027-03-02', {
      bandId: ros.bandId,
      title: 'Gig 9',
      status: 'tentative',
      optionGroupId,
      optionCount: 3,
      ...fields,
    })

  it('an enquiry is one line, which counts the dates without an answer and leads to the page of all dates', async () => {
    await show([
      option('2027-03-12'),
      option('2027-03-19'),
      option('2027-03-26', { myAnswer: 'no' }),
      ...gigsToAnswer(5),
    ])
    expect(titles()).toEqual(['Gig 1', 'Gig 2', 'Gig 9', 'Gig 3', 'Gig 4'])
    expect(screen.getByRole('button', { name: '1 more' })).toBeTruthy()
    const line = screen.getByRole('link', { name: /Gig 9/ })
    expect(line.textContent).toContain('2 dates to answer · Fri 12 Mar and Fri 19 Mar')
    expect(line.getAttribute('href')).toBe(`/bands/${ros.bandId}/options/${optionGroupId}`)
  })

  it('an enquiry whose only date was answered leaves the list at once', async () => {
    const { client } = await show([option('2027-03-12')])
    expect(titles()).toEqual(['Gig 9'])
    await act(() => client.setQueryData(eventsKey, [option('2027-03-12', { myAnswer: 'yes' })]))
    expect(screen.queryAllByRole('listitem')).toEqual([])
  })

  it('a confirmed option has the three answer buttons', async () => {
    await show([option('2027-03-12', { status: 'confirmed' })])
    expect(screen.getByRole('radiogroup', { name: 'Your answer to Gig 9' })).toBeTruthy()
  })
})
