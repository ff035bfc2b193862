// @vitest-environment happy-dom

import type { Event } from '@gaffer/domain/event'
import { act, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { yearAheadRange } from '#api/date-ranges.ts'
import { queryKeyOf } from '#api/endpoint-query.ts'
import { anEvent } from '#testing/event-fixture.ts'
import { renderPage } from '#testing/render-page.tsx'
import { AwaitingAnswerSection, eventsAwaitingAnswer } from './awaiting-answer-section.tsx'

afterEach(() => {
  vi.useRealTimers()
})

const now = new Date('2027-03-01T12:00:00Z')
const ask = (date: string, replyBy: string, fields = {}) =>
  anEvent({ type: 'gig', date, replyBy, asksAnswers: true, ...fields })

it('eventsAwaitingAnswer lists the events whose answer by the user is due, in the order of their dates to reply by', () => {
  const late = ask('2027-03-05', '2027-03-04')
  const soon = ask('2027-06-12', '2027-03-02')
  const others = [
    ask('2027-03-06', '2027-03-05', { myAnswer: 'no' }),
    ask('2027-03-06', '2027-03-05', { status: 'cancelled' }),
    ask('2027-02-20', '2027-02-19'),
    anEvent({ date: '2027-03-06' }),
  ]
  expect(eventsAwaitingAnswer([late, ...others, soon], now)).toEqual([soon, late])
})

it('eventsAwaitingAnswer keeps an event that was answered on this page', () => {
  const answered = ask('2027-03-06', '2027-03-05', { myAnswer: 'yes' })
  expect(eventsAwaitingAnswer([answered], now, new Set([answered.id]))).toEqual([answered])
})

it('a new answer to one waiting event renders only the item of that event', async () => {
  vi.useFakeTimers({ now, toFake: ['Date'] })
  const rendered: string[] = []
  const counted = (title: string, fields: Partial<Event> = {}): Event =>
    Object.defineProperty(ask('2027-03-12', '2027-03-05', { id: title, ...fields }), 'title', {
      enumerable: true,
      get: () => (rendered.push(title), title),
    })
  const key = queryKeyOf('GET /api/bands/:bandId/events', {
    params: { bandId: 'b' },
    query: yearAheadRange('2027-03-01'),
  })
  const [first, second] = [counted('First'), counted('Second')]
  const section = <AwaitingAnswerSection bandId="b" today="2027-03-01" nextUpId={null} />
  const { client } = await renderPage(section, { cached: [[key, [first, second]]] })
  expect(screen.getAllByRole('listitem')).toHaveLength(2)
  rendered.length = 0
  await act(() => client.setQueryData(key, [counted('First', { myAnswer: 'yes' }), second]))
  expect(new Set(rendered)).toEqual(new Set(['First']))
})
