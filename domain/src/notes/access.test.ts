import { expect, test } from 'vitest'
import { canDeleteNote, isPollClosed, isWithinEditTime } from './access.ts'

test('a note can be changed until 15 minutes after it was written', () => {
  const note = { createdAt: '2027-03-12T20:00:00.000Z' }
  expect(isWithinEditTime(note, new Date('2027-03-12T20:15:00Z'))).toBe(true)
  expect(isWithinEditTime(note, new Date('2027-03-12T20:15:00.001Z'))).toBe(false)
})

test('only the writer, admins and owners can delete a note', () => {
  const note = { writtenBy: 'ros' }
  expect(canDeleteNote({ membershipId: 'ros', access: 'member' }, note)).toBe(true)
  expect(canDeleteNote({ membershipId: 'kit', access: 'member' }, note)).toBe(false)
  expect(canDeleteNote({ membershipId: 'kit', access: 'admin' }, note)).toBe(true)
  expect(canDeleteNote({ membershipId: 'kit', access: 'owner' }, note)).toBe(true)
})

test('a poll is closed from midnight in London after its last day', () => {
  const poll = { closesOn: '2027-06-12' }
  expect(isPollClosed(poll, new Date('2027-06-12T22:59:59Z'))).toBe(false)
  expect(isPollClosed(poll, new Date('2027-06-12T23:00:00Z'))).toBe(true)
  expect(isPollClosed({ closesOn: null }, new Date('2027-06-12T23:00:00Z'))).toBe(false)
})
