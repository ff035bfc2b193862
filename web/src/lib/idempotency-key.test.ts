import { expect, it } from 'vitest'
import { makeIdempotencyKey } from './idempotency-key.ts'

it('a retry of the same body sends the same key', () => {
  const { keyFor } = makeIdempotencyKey()
  expect(keyFor({ name: 'The Night Buses' })).toBe(keyFor({ name: 'The Night Buses' }))
})

it('a body that was edited after a lost response gets a new key', () => {
  const { keyFor } = makeIdempotencyKey()
  const lost = keyFor({ name: 'The Night Buses' })
  const edited = keyFor({ name: 'The Night Trains' })
  expect(edited).not.toBe(lost)
  expect(keyFor({ name: 'The Night Trains' })).toBe(edited)
})

it('the same body gets a new key after renew', () => {
  const { keyFor, renew } = makeIdempotencyKey()
  const first = keyFor({ phone: '+447700900123' })
  renew()
  expect(keyFor({ phone: '+447700900123' })).not.toBe(first)
})
