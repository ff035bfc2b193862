import { expect, test } from 'vitest'
import { messages } from '@gaffer/domain/shared/messages'
import { useTestServer } from '#testing/test-server.ts'
import { isParsableInTime } from './json-structure.ts'

const server = useTestServer()
const isParsable = (json: string) => isParsableInTime(Buffer.from(json))
const fields = (count: number) => `{${Array.from({ length: count }, (_, at) => `"${at}":1`).join()}}`

test('isParsableInTime is false for JSON with over 32 levels, 1,000 fields in an object or 400,000 objects and arrays', () => {
  expect([32, 33].map((levels) => isParsable('['.repeat(levels) + ']'.repeat(levels)))).toEqual([true, false])
  expect([1000, 1001].map((count) => isParsable(`[${fields(count)}]`))).toEqual([true, false])
  expect([399_999, 400_000].map((count) => isParsable(`[${'{},'.repeat(count)}]`))).toEqual([true, false])
})

test('isParsableInTime counts the fields of each object separately, and ignores brackets and colons in strings', () => {
  expect(isParsable(`[${fields(600)},{"a":${fields(600)}},${fields(600)}]`)).toBe(true)
  expect(isParsable(JSON.stringify([`\\"${'[:'.repeat(2000)}\\`, '{'.repeat(50)]))).toBe(true)
})

test.each([
  ['nested arrays', '['.repeat(50_000) + ']'.repeat(50_000)],
  ['many fields', fields(20_000)],
])('a body over 64 kB with %s is refused with 400 before it is validated', async (_, body) => {
  const dee = await server().createUser()
  const refused = await dee.send('POST', '/api/bands/import', body, { 'content-type': 'application/json' })
  expect([refused.status, refused.body]).toEqual([400, { code: 'invalid_input', message: messages.invalidInput }])
})
