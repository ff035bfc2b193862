// Which event types stay on, what a save sends, and what two members disagree about.

import { expect, it } from 'vitest'
import { changesOf, differencesOf, toggleType, type SettingsDraft } from './settings-draft.ts'

const before: SettingsDraft = {
  name: 'The Night Buses',
  description: 'Loud',
  avatarUrl: null,
  allowedEventTypes: ['practice', 'gig'],
}

it('keeps the last event type on', () => {
  expect(toggleType(['practice', 'gig'], 'practice')).toEqual(['gig'])
  expect(toggleType(['gig'], 'gig')).toEqual(['gig'])
  expect(toggleType(['gig'], 'practice')).toEqual(['practice', 'gig'])
})

it('sends what was touched and nothing else', () => {
  expect(changesOf(before, { ...before })).toEqual({})
  expect(changesOf(before, { ...before, description: '', allowedEventTypes: ['gig'] })).toEqual({
    description: '',
    allowedEventTypes: ['gig'],
  })
})

it('disagrees only about what the member touched', () => {
  const mine = { ...before, name: 'Night Buses', allowedEventTypes: ['gig' as const] }
  const theirs = { ...before, name: 'The Buses', description: 'Louder', allowedEventTypes: ['gig' as const] }
  expect(differencesOf(before, mine, theirs)).toEqual([
    {
      label: 'Name',
      sides: [
        { of: 'Theirs', is: 'The Buses' },
        { of: 'Yours', is: 'Night Buses' },
      ],
    },
  ])
})
