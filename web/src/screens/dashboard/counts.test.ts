import { eventTypes } from '@gaffer/domain/event-type'
import { expect, it } from 'vitest'
import { gigCount, pipelineCount } from './counts.ts'

it('the Gigs tile counts gigs and public gigs, and no other type', () => {
  expect(gigCount(eventTypes.map((type) => ({ type })))).toBe(2)
  expect(gigCount([])).toBe(0)
})

it.each([
  [0, 0],
  [4, 0],
  [5, 0],
  [6, 1],
  [105, 100],
])('has of %i songs %i in the pipeline', (songs, waiting) => expect(pipelineCount(songs)).toBe(waiting))
