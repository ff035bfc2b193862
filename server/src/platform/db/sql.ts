// The `sql` tag: pieces of SQL whose values travel as parameters and never become text.

import { escapeIdentifier } from 'pg'

/** SQL with the places of its parameters: one more text than values. Only `sql` and `identifier` make one. */
export class SqlFragment {
  readonly texts: readonly string[]
  readonly values: readonly unknown[]

  constructor(texts: readonly string[], values: readonly unknown[]) {
    this.texts = texts
    this.values = values
  }

  /** With PostgreSQL's numbered placeholders. */
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

/** Fragments in a list, as in `set a = $1, b = $2`. */
export function commaSeparated(fragments: readonly SqlFragment[]): SqlFragment {
  return fragments.reduce((all, next) => sql`${all}, ${next}`)
}
