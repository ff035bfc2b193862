// What an agenda without entries says of those that the filters keep from sight.

import type { Event } from '@gaffer/domain/event'
import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Agenda } from './agenda.tsx'
import { anEvent } from '#components/event.fixture.ts'

const ignore = () => undefined

function shown(all: Event[]): string {
  return renderToString(
    <Agenda
      month="2027-03-01"
      today="2027-03-10"
      events={[]}
      all={all}
      addLabel="Add event"
      onShowAll={ignore}
      onOpen={ignore}
      onAdd={ignore}
    />,
  ).replaceAll('<!-- -->', '')
}

it('counts what is hidden of the month, not of the days around it that are read with it', () => {
  const [before, within] = [anEvent({ date: '2027-02-28' }), anEvent({ date: '2027-03-10' })]
  expect(shown([before, within])).toContain('1 hidden by the filters')
  expect(shown([before])).not.toContain('hidden by the filters')
})
