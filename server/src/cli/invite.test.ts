import { expect, test } from 'vitest'
import { readPhone, UsageError } from './arguments.ts'

const real = { allowDrama: false }

test('npm run invite accepts a mobile number in national or international format, or none', () => {
  expect(readPhone([], real)).toBeNull()
  expect(readPhone(['--phone', '07400 123 456'], real)).toBe('+447400123456')
  expect(readPhone(['--phone=+447400123456'], real)).toBe('+447400123456')
})

test.each([[['07400123456']], [['--phone']], [['--telephone', '07400123456']], [['--phone', '0113 496 0000']]])(
  'npm run invite refuses the arguments %j',
  (args) => {
    expect(() => readPhone(args, real)).toThrow(UsageError)
  },
)

test('npm run invite accepts a number of the drama range only with allowDrama', () => {
  expect(readPhone(['--phone', '07700 900123'], { allowDrama: true })).toBe('+447700900123')
  expect(() => readPhone(['--phone', '07700 900123'], real)).toThrow(UsageError)
})
