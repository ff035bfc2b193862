import { expect, it } from 'vitest'
import { makeIdempotencyKeySource } from './idempotency-key.ts'

it('a retry of the same body sends the same key', () => {
  const { keyFor } = makeIdempotencyKeySource()
  expect(keyFor({ name: 'The Night Buses' })).toBe(keyFor({ name: 'The Night Buses' }))
})

it('a body that was edited after a lost response gets a new key', () => {
  const { keyFor } = makeIdempotencyKeySource()
  const lost = keyFor({ name: 'The Night Buses' })
  const edited = keyFor({ name: 'The Night Trains' })
  expect(edited).not.toBe(lost)
  expect(keyFor({ name: 'The Night Trains' })).toBe(edited)
})

it('the same body gets a new key after renew', () => {
  const { keyFor, renew } = makeIdempotencyKeySource()
  const first = keyFor({ phone: '+447700900123' })
  renew()
  expect(keyFor({ phone: '+447700900123' })).not.toBe(first)
})
