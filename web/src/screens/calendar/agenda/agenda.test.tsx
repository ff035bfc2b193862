import type { BandEvent } from '@gaffer/domain/events/event'
import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderPage } from '#testing/render-page.tsx'
import { anEvent } from '#testing/event-fixture.ts'
import { Agenda } from './agenda.tsx'

const ignore = () => undefined

function renderEmpty(all: BandEvent[]) {
  render(
    <Agenda
      month="2027-03-01"
      today="2027-03-10"
      events={[]}
      unfilteredEvents={all}
      addLabel="Add event"
      onShowAll={ignore}
      onOpen={ignore}
      onAdd={ignore}
    />,
  )
}

it('an empty agenda counts the events of its month that the filters hide', () => {
  renderEmpty([anEvent({ date: '2027-02-28' }), anEvent({ date: '2027-03-10' })])
  expect(screen.getByText('1 hidden by the filters')).toBeTruthy()
})

it('an empty agenda does not count events of the days around its month', () => {
  renderEmpty([anEvent({ date: '2027-02-28' }), anEvent({ date: '2027-04-01' })])
  expect(screen.queryByText(/hidden by the filters/)).toBeNull()
})

it('a new answer to one event renders only the item of that event', async () => {
  const rendered: string[] = []
  const aTrackedEvent = (title: string, fields: Partial<BandEvent> = {}): BandEvent =>
    Object.defineProperty(anEvent({ id: title, date: '2027-03-12', ...fields }), 'title', {
      enumerable: true,
      get: () => (rendered.push(title), title),
    })
  const [first, second] = [aTrackedEvent('First'), aTrackedEvent('Second')]
  const agenda = (events: BandEvent[]) => (
    <Agenda
      month="2027-03-01"
      today="2027-03-10"
      events={events}
      unfilteredEvents={events}
      addLabel="Add event"
      onShowAll={ignore}
      onOpen={ignore}
      onAdd={ignore}
    />
  )
  const { rerender } = await renderPage(agenda([first, second]))
  expect(new Set(rendered)).toEqual(new Set(['First', 'Second']))
  rendered.length = 0
  rerender(agenda([aTrackedEvent('First', { myAnswer: 'yes' }), second]))
  expect(new Set(rendered)).toEqual(new Set(['First']))
})
