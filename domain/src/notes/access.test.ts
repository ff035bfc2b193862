import { expect, test } from 'vitest'
import { canDeleteNote, isPollClosed, isWithinEditTime } from './access.ts'

test('isWithinEditTime is true until 15 minutes after a note was written', () => {
  const note = { createdAt: '2027-03-12T20:00:00.000Z' }
  expect(isWithinEditTime(note, new Date('2027-03-12T20:15:00Z'))).toBe(true)
  expect(isWithinEditTime(note, new Date('2027-03-12T20:15:00.001Z'))).toBe(false)
})

test('canDeleteNote is true only for the writer, admins and owners', () => {
  const note = { writtenBy: 'ros' }
  expect(canDeleteNote({ membershipId: 'ros', access: 'member' }, note)).toBe(true)
  expect(canDeleteNote({ membershipId: 'kit', access: 'member' }, note)).toBe(false)
  expect(canDeleteNote({ membershipId: 'kit', access: 'admin' }, note)).toBe(true)
  expect(canDeleteNote({ membershipId: 'kit', access: 'owner' }, note)).toBe(true)
})

test('isPollClosed is true from midnight in London after the last day of a poll, and false for a poll without a last day', () => {
  const poll = { closesOn: '2027-06-12' }
  expect(isPollClosed(poll, new Date('2027-06-12T22:59:59Z'))).toBe(false)
  expect(isPollClosed(poll, new Date('2027-06-12T23:00:00Z'))).toBe(true)
  expect(isPollClosed({ closesOn: null }, new Date('2027-06-12T23:00:00Z'))).toBe(false)
})
