// The `sql` tag: SQL fragments whose values become parameters, never SQL text.

import { escapeIdentifier } from 'pg'

/** Text before, between and after the values. Only `sql` and `identifier` create fragments. */
export class SqlFragment {
  readonly texts: readonly string[]
  readonly values: readonly unknown[]

  constructor(texts: readonly string[], values: readonly unknown[]) {
    this.texts = texts
    this.values = values
  }

  /** The statement with PostgreSQL's numbered placeholders. */
  get text(): string {
    return this.texts.reduce((text, next, at) => `${text}$${at}${next}`)
  }
}

/** Values become parameters; fragments among them are inlined. Throws on `undefined`: write `null` to store nothing. */
export function sql(texts: TemplateStringsArray, ...values: readonly unknown[]): SqlFragment {
  const allTexts: string[] = [texts[0] ?? '']
  const allValues: unknown[] = []
  const append = (text: string) => void (allTexts[allTexts.length - 1] += text)
  for (const [at, value] of values.entries()) {
    if (value === undefined) throw new TypeError(`A parameter is undefined, after: ${texts[at]}`)
    if (value instanceof Promise)
      throw new TypeError(`A parameter is a running query, use a fragment instead, after: ${texts[at]}`)
    if (value instanceof SqlFragment) {
      const [first = '', ...rest] = value.texts
      append(first)
      allTexts.push(...rest)
      allValues.push(...value.values)
    } else {
      allTexts.push('')
      allValues.push(value)
    }
    append(texts[at + 1] ?? '')
  }
  return new SqlFragment(allTexts, allValues)
}

/** A quoted table, column or role name. */
export function identifier(name: string): SqlFragment {
  return new SqlFragment([escapeIdentifier(name)], [])
}

/** Joins fragments with commas, as in `set a = $1, b = $2`. Throws for an empty list. */
export function commaSeparated(fragments: readonly SqlFragment[]): SqlFragment {
  return fragments.reduce((all, next) => sql`${all}, ${next}`)
}

/**
 * SQL text that formats a timestamptz column as ISO 8601 in UTC, like `Date.toISOString()`. PostgreSQL omits zeros at the end of a
 * fraction; the microsecond prevents that. Takes half the time of `to_char`.
 */
export const instantSql = (column: string) => `
  replace(left((date_trunc('milliseconds', ${column} at time zone 'utc') + interval '1 microsecond')::text, 23), ' ', 'T') || 'Z'`
