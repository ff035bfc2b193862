import { expect, it } from 'vitest'
import { diffSettings, toggleAllowedEventType, type SettingsFormValues } from './settings-tab.tsx'

const before: SettingsFormValues = {
  name: 'The Night Buses',
  description: 'Loud',
  avatarUrl: null,
  allowedEventTypes: ['practice', 'gig'],
}

it('the last allowed event type cannot be switched off', () => {
  expect(toggleAllowedEventType(['practice', 'gig'], 'practice')).toEqual(['gig'])
  expect(toggleAllowedEventType(['gig'], 'gig')).toEqual(['gig'])
  expect(toggleAllowedEventType(['gig'], 'practice')).toEqual(['practice', 'gig'])
})

it('an edit conflict of the band settings lists only fields that both members changed, to different values', () => {
  const mine = { ...before, name: 'Night Buses', avatarUrl: '/images/a.webp', allowedEventTypes: ['gig' as const] }
  const theirs = { ...before, name: 'The Buses', description: 'Louder', allowedEventTypes: ['gig' as const] }
  expect(diffSettings(before, mine, theirs)).toEqual([
    {
      label: 'Name',
      sides: [
        { side: 'Theirs', text: 'The Buses' },
        { side: 'Yours', text: 'Night Buses' },
      ],
    },
  ])
})
