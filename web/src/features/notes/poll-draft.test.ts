import { noteMessages } from '@gaffer/domain/notes/note-messages'
import { expect, test } from 'vitest'
import { emptyPoll, findChoicesError, toPollInput } from './poll-draft.ts'

test.each([
  ['no choices', ['', ''], noteMessages.choiceCount],
  ['one choice', ['Black', ' '], noteMessages.choiceCount],
  ['two choices that are the same', ['Black', 'Black '], noteMessages.choicesAlike],
  ['two choices and an empty line', ['Black', '', 'Red'], null],
])('findChoicesError of a poll with %s, %j, is %j', (_, choices, sentence) => {
  expect(findChoicesError({ ...emptyPoll, choices })).toBe(sentence)
})

test('a poll whose last day is no date is not sent, and has no error about its choices', () => {
  const poll = { ...emptyPoll, choices: ['Black', 'Red'], closesOn: 'nonsense' }
  expect([toPollInput(poll), findChoicesError(poll)]).toEqual([null, null])
})
