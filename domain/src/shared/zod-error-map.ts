// Messages for invalid values whose schema has no message of its own.

import type * as z from 'zod/mini'

type RawIssue = Parameters<z.core.$ZodErrorMap>[0]

/** The message for an issue, for `safeParse(value, { error: zodErrorMessage })`. Undefined selects Zod's default message. Never throws. */
export function zodErrorMessage(issue: RawIssue): string | undefined {
  if (issue.code !== 'invalid_type' && issue.code !== 'invalid_value') return undefined
  if (issue.input === undefined) return 'Required'
  if (issue.code === 'invalid_type') return `Expected ${issue.expected}, received ${typeOf(issue.input)}`
  return `Choose one of ${issue.values.map(String).join(', ')}`
}

/** The JSON type of a value. */
function typeOf(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}
