// No text that somebody sends keeps a schema busy: every field of every call with texts that are made to, as long as a
// body may be. What takes a pattern seconds instead of milliseconds would hold up everybody.

import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { api } from './api.ts'
import type { EndpointDefinition } from './endpoint.ts'

const lengths = [80, 400, 1200, 2500, 20_000, 65_000]
const busy: [string, (length: number) => string][] = [
  ['one letter', (length) => 'a'.repeat(length)],
  ['one letter and a stranger', (length) => `${'a'.repeat(length)}!`],
  ['dots', (length) => `${'a.'.repeat(length / 2)}@`],
  ['an address that does not end', (length) => `a@${'a.'.repeat(length / 2)}`],
  ['many at signs', (length) => 'a@'.repeat(length / 2)],
  ['dashes', (length) => `a@${'-'.repeat(length)}.`],
  ['digits', (length) => '2027-'.repeat(length / 5)],
  ['spaces', (length) => `${' '.repeat(length)}x`],
  ['odd spaces', (length) => `${'\u00A0\u2003'.repeat(length / 2)}x`],
  ['line breaks', (length) => `${'\n'.repeat(length)}x`],
  ['lines that end in spaces', (length) => ' \n'.repeat(length / 2)],
  ['joiners', (length) => `👩${'\u200D'.repeat(length)}x`],
  ['joined pictures', (length) => '👩\u200D'.repeat(length / 3)],
  ['flags that do not end', (length) => `🏴${'\u{E0062}'.repeat(length / 2)}`],
  ['many flags that do not end', (length) => '🏴\u{E0062}'.repeat(length / 4)],
  ['coloured hands', (length) => '👋🏿'.repeat(length / 4)],
  ['marks on one letter', (length) => `a${'\u0301'.repeat(length)}`],
  ['what composes', (length) => '\u1100\u1161\u11A8'.repeat(length / 3)],
  ['a data address without end', (length) => `data:image/${'a/'.repeat(length / 2)}`],
  ['a picture with a wrong last letter', (length) => `data:image/png;base64,${'A'.repeat(length)}!`],
  ['a track with a wrong last letter', (length) => `https://open.spotify.com/${'a/'.repeat(length / 2)}!`],
  ['an address of ours with a wrong last letter', (length) => `/images/${'0-'.repeat(length / 2)}!`],
]

const fields = Object.values(api).flatMap((endpoint: EndpointDefinition) =>
  [endpoint.params, endpoint.query, endpoint.body].flatMap((schema) => {
    if (!schema) return []
    const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
    return Object.keys(properties).map((field) => ({ schema, field }))
  }),
)

test.each(busy)('%s', (_, make) => {
  let longest = { field: '', length: 0, ms: 0 }
  for (const length of lengths) {
    const text = make(length)
    for (const { schema, field } of fields) {
      const began = performance.now()
      schema.safeParse({ [field]: text })
      const ms = performance.now() - began
      if (ms > longest.ms) longest = { field, length, ms }
    }
  }
  expect(longest).toEqual({ ...longest, ms: Math.min(longest.ms, 500) })
})
