// ReDoS: a regular expression with catastrophic backtracking would block the event loop.

import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { api } from '@gaffer/domain/endpoints'
import type { EndpointDefinition } from './endpoint.ts'

const lengths = [80, 400, 1200, 2500, 20_000, 65_000]
const longTextMakers: [string, (length: number) => string][] = [
  ['repeated letters', (length) => 'a'.repeat(length)],
  ['repeated letters and an exclamation mark', (length) => `${'a'.repeat(length)}!`],
  ['dots and an at sign', (length) => `${'a.'.repeat(length / 2)}@`],
  ['an endless email address', (length) => `a@${'a.'.repeat(length / 2)}`],
  ['many at signs', (length) => 'a@'.repeat(length / 2)],
  ['dashes', (length) => `a@${'-'.repeat(length)}.`],
  ['digits', (length) => '2027-'.repeat(length / 5)],
  ['spaces', (length) => `${' '.repeat(length)}x`],
  ['Unicode spaces', (length) => `${'\u00A0\u2003'.repeat(length / 2)}x`],
  ['line breaks', (length) => `${'\n'.repeat(length)}x`],
  ['lines that end in spaces', (length) => ' \n'.repeat(length / 2)],
  ['zero-width joiners', (length) => `👩${'\u200D'.repeat(length)}x`],
  ['joined emoji', (length) => '👩\u200D'.repeat(length / 3)],
  ['an unterminated flag emoji', (length) => `🏴${'\u{E0062}'.repeat(length / 2)}`],
  ['many unterminated flag emoji', (length) => '🏴\u{E0062}'.repeat(length / 4)],
  ['emoji with skin tones', (length) => '👋🏿'.repeat(length / 4)],
  ['combining accents', (length) => `a${'\u0301'.repeat(length)}`],
  ['composing Hangul', (length) => '\u1100\u1161\u11A8'.repeat(length / 3)],
  ['an endless data URL', (length) => `data:image/${'a/'.repeat(length / 2)}`],
  ['a Base64 picture with a wrong last character', (length) => `data:image/png;base64,${'A'.repeat(length)}!`],
  ['a Spotify URL with a wrong last character', (length) => `https://open.spotify.com/${'a/'.repeat(length / 2)}!`],
  ['an image path with a wrong last character', (length) => `/images/${'0-'.repeat(length / 2)}!`],
]

const fields = Object.values(api).flatMap((endpoint: EndpointDefinition) =>
  [endpoint.params, endpoint.query, endpoint.body].flatMap((schema) => {
    if (!schema) return []
    const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
    return Object.keys(properties).map((field) => ({ schema, field }))
  }),
)

test.each(longTextMakers)(
  'every top-level field of every endpoint parses or refuses texts of %s, up to 65,000 characters long, within 500 ms',
  (_, make) => {
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
  },
)
