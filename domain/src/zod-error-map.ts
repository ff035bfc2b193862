// What is said of a value that a schema has no sentence of its own for. Knows no noun: only types and choices.

import type * as z from 'zod/mini'

type RawIssue = Parameters<z.core.$ZodErrorMap>[0]

/** For `safeParse(value, { error: sentenceFor })`. Undefined where the schema library knows better. Never throws. */
export function sentenceFor(issue: RawIssue): string | undefined {
  if (issue.code !== 'invalid_type' && issue.code !== 'invalid_value') return undefined
  if (issue.input === undefined) return 'Required'
  if (issue.code === 'invalid_type') return `Expected ${issue.expected}, received ${typeOf(issue.input)}`
  return `Choose one of ${issue.values.map(String).join(', ')}`
}

/** As JSON tells values apart. */
function typeOf(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}
