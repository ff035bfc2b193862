// Prepared statements with parameters by name, put together once when their file is loaded.

import { statementName, type Db } from './connection.ts'

type Values = Record<string, unknown>
/** Runs the preparedQuery with the values that its `$names` ask for; further values are ignored. */
export type PreparedQuery<Row> = (db: Db, values: Values) => Promise<Row[]>

/** `text` names each parameter as `$name`, as often as it likes. */
export function preparedQuery<Row extends object>(text: string): PreparedQuery<Row> {
  const parameters = [...new Set(Array.from(text.matchAll(/\$([a-zA-Z]\w*)/g), ([, name = '']) => name))]
  const numbered = text.replace(/\$([a-zA-Z]\w*)/g, (_, name: string) => `$${parameters.indexOf(name) + 1}`)
  const prepared = { text: numbered, name: statementName(numbered) }
  return async (db, values) => db.query<Row[]>({ ...prepared, values: parameters.map((name) => valueOf(values, name)) })
}

function valueOf(values: Values, name: string): unknown {
  const value = values[name]
  if (value === undefined) throw new TypeError(`The preparedQuery needs $${name}`)
  return value
}
