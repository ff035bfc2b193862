import { expect, it } from 'vitest'
import { maskEmail } from './identity.ts'

it.each([
  ['cara.lindqvist@gmail.com', 'c•••@gmail.com'],
  ['c@gmail.com', 'c•••@gmail.com'],
  ['𝒸ara@gmail.com', '𝒸•••@gmail.com'],
])('the email address %s is masked to its first letter and its domain: %s', (email, masked) => {
  expect(maskEmail(email)).toBe(masked)
})

it.each(['', 'cara', '@gmail.com', 'cara@', 'a b@gmail.com', 'a@b@c'])(
  '%j is not an email address and has no mask',
  (text) => {
    expect(maskEmail(text)).toBeNull()
  },
)
