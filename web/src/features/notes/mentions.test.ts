import { expect, it } from 'vitest'
import { matchMembers, findMentionedIds, splitMentions, findTypedMention } from './mentions.ts'

const members = [
  { id: 'ros', displayName: 'Ros' },
  { id: 'rosa', displayName: 'Rosa' },
  { id: 'kit', displayName: 'Kit Stone' },
]

it('a note mentions the members whose whole name stands after an @', () => {
  expect(findMentionedIds('@Rosa and @Kit Stone, who drives?', members)).toEqual(['rosa', 'kit'])
  expect(findMentionedIds('Ros, @Kit Stoner and ros@example.org', members)).toEqual([])
})

it.each([
  ['Hi @Ro', { from: 3, typed: 'Ro' }],
  ['@', { from: 0, typed: '' }],
  ['(@Kit St', { from: 1, typed: 'Kit St' }],
  ['mail@ro', null],
  ['nothing', null],
])('findTypedMention finds in %j the unfinished name %j', (text, expected) => {
  expect(findTypedMention(text, text.length)).toEqual(expected)
})

it('matchMembers finds members by the beginning of their name, in upper or lower case', () => {
  expect(matchMembers('ro', members).map(({ id }) => id)).toEqual(['ros', 'rosa'])
})

it('splitMentions separates the names of mentioned members, and its parts together are the whole text', () => {
  const parts = splitMentions('So @Rosa and @Ros: go', ['Ros', 'Rosa'])
  expect(parts.filter(({ isMention }) => isMention).map(({ text }) => text)).toEqual(['@Rosa', '@Ros'])
  expect(parts.map(({ text }) => text).join('')).toBe('So @Rosa and @Ros: go')
})
