// Prepared statements with named parameters. The SQL text is built once, when the module loads.

import { statementNameFor, type Db } from './connection.ts'

type AnyValues = Record<string, unknown>
/** Runs the statement with the values of its named parameters; ignores other values. */
export type PreparedQuery<Row, Values = AnyValues> = (db: Db, values: Values) => Promise<Row[]>

/** `text` refers to parameters as `$name`, each any number of times. */
export function preparedQuery<Row extends object, Values extends object = AnyValues>(
  text: string,
): PreparedQuery<Row, Values> {
  const parameters = [...new Set(Array.from(text.matchAll(/\$([a-zA-Z]\w*)/g), ([, name = '']) => name))]
  const numbered = text.replace(/\$([a-zA-Z]\w*)/g, (_, name: string) => `$${parameters.indexOf(name) + 1}`)
  const prepared = { text: numbered, name: statementNameFor(numbered) }
  return async (db, values) => db.query<Row[]>({ ...prepared, values: parameters.map((name) => valueOf(values, name)) })
}

/** A prepared query that returns the first row; undefined without one. */
export function preparedOptionalRow<Row extends object, Values extends object = AnyValues>(text: string) {
  const query = preparedQuery<Row, Values>(text)
  return async (db: Db, values: Values): Promise<Row | undefined> => (await query(db, values))[0]
}

/** A prepared query that always has a row, such as a count; throws without one. */
export function preparedRequiredRow<Row extends object, Values extends object = AnyValues>(text: string) {
  const query = preparedQuery<Row, Values>(text)
  return async (db: Db, values: Values): Promise<Row> => {
    const [row] = await query(db, values)
    if (!row) throw new Error(`The statement returned no row: ${text}`)
    return row
  }
}

/** A prepared statement whose result is whether it returned a row: a query that looks for one, or a write with `returning`. */
export function preparedHasRow<Values extends object = AnyValues>(text: string) {
  const query = preparedQuery<object, Values>(text)
  return async (db: Db, values: Values): Promise<boolean> => (await query(db, values)).length > 0
}

/** A prepared statement whose rows, if any, are ignored. */
export function preparedCommand<Values extends object = AnyValues>(text: string) {
  const query = preparedQuery<object, Values>(text)
  return async (db: Db, values: Values): Promise<void> => void (await query(db, values))
}

function valueOf(values: object, name: string): unknown {
  const value = (values as AnyValues)[name]
  if (value === undefined) throw new TypeError(`Missing value for the SQL parameter $${name}`)
  return value
}
