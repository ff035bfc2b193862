// Prepared statements with named parameters. The SQL text is built once, when the module loads.

import { statementName, type Db } from './connection.ts'

type Values = Record<string, unknown>
/** Runs the statement with the values of its named parameters; ignores other values. */
export type PreparedQuery<Row> = (db: Db, values: Values) => Promise<Row[]>

/** `text` refers to parameters as `$name`, each any number of times. */
export function preparedQuery<Row extends object>(text: string): PreparedQuery<Row> {
  const parameters = [...new Set(Array.from(text.matchAll(/\$([a-zA-Z]\w*)/g), ([, name = '']) => name))]
  const numbered = text.replace(/\$([a-zA-Z]\w*)/g, (_, name: string) => `$${parameters.indexOf(name) + 1}`)
  const prepared = { text: numbered, name: statementName(numbered) }
  return async (db, values) => db.query<Row[]>({ ...prepared, values: parameters.map((name) => valueOf(values, name)) })
}

function valueOf(values: Values, name: string): unknown {
  const value = values[name]
  if (value === undefined) throw new TypeError(`Missing value for the SQL parameter $${name}`)
  return value
}
