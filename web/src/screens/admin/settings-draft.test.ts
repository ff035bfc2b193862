import { expect, it } from 'vitest'
import { changesOf, differencesOf, toggleType, type SettingsDraft } from './settings-draft.ts'

const before: SettingsDraft = {
  name: 'The Night Buses',
  description: 'Loud',
  avatarUrl: null,
  allowedEventTypes: ['practice', 'gig'],
}

it('the last allowed event type cannot be switched off', () => {
  expect(toggleType(['practice', 'gig'], 'practice')).toEqual(['gig'])
  expect(toggleType(['gig'], 'gig')).toEqual(['gig'])
  expect(toggleType(['gig'], 'practice')).toEqual(['practice', 'gig'])
})

it('changedSettings returns only the changed fields of the band settings', () => {
  expect(changesOf(before, { ...before })).toEqual({})
  expect(changesOf(before, { ...before, description: '', allowedEventTypes: ['gig'] })).toEqual({
    description: '',
    allowedEventTypes: ['gig'],
  })
})

it('an edit conflict of the band settings lists only fields that both members changed, to different values', () => {
  const mine = { ...before, name: 'Night Buses', avatarUrl: '/images/a.webp', allowedEventTypes: ['gig' as const] }
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
