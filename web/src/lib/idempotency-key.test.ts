import { expect, it } from 'vitest'
import { makeIdempotencyKeySource } from './idempotency-key.ts'

it('keyFor returns the same idempotency key for an equal body', () => {
  const { keyFor } = makeIdempotencyKeySource()
  expect(keyFor({ name: 'The Night Buses' })).toBe(keyFor({ name: 'The Night Buses' }))
})

it('keyFor returns a new idempotency key for an edited body', () => {
  const { keyFor } = makeIdempotencyKeySource()
  const lost = keyFor({ name: 'The Night Buses' })
  const edited = keyFor({ name: 'The Night Trains' })
  expect(edited).not.toBe(lost)
  expect(keyFor({ name: 'The Night Trains' })).toBe(edited)
})

it('after renew, keyFor returns a new idempotency key for an equal body', () => {
  const { keyFor, renew } = makeIdempotencyKeySource()
  const first = keyFor({ phone: '+447700900123' })
  renew()
  expect(keyFor({ phone: '+447700900123' })).not.toBe(first)
})
