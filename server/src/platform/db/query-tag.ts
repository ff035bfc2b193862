// The query tag of tests and commands: values become parameters, never SQL text. Features have statements (`statement.ts`).

import { escapeIdentifier } from 'pg'

/** Text before, between and after the values. Only `fragment` and `identifier` create fragments. */
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
export function fragment(texts: TemplateStringsArray, ...values: readonly unknown[]): SqlFragment {
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
