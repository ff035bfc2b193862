// Statements put together once, when their file is loaded, with parameters by name. For what is asked often: making one
// from tagged fragments at every call costs more than reading its answer. The text is never made from anybody's input.

import type { SerializableParameter } from 'postgres'
import type { Db } from './connection.ts'

type Values = Record<string, unknown>
/** Runs the statement with the values that its `$names` ask for; others may be there. */
export type Statement<Row> = (db: Db, values: Values) => Promise<Row[]>

/** `sql` names each parameter as `$name`, as often as it likes. */
export function statement<Row>(sql: string): Statement<Row> {
  const { text, parametersFrom } = compile(sql)
  return async (db, values) => {
    return (await db.unsafe(text, parametersFrom(values), { prepare: true })) as unknown as Row[]
  }
}

/**
 * The same for long JSON that nobody here looks into: the column `json` stays the bytes that came, which are soon sent
 * on. Making a text of them, and bytes of that again, costs more than all else that is done for an answer.
 */
export function statementOfJson<Row extends { json: Buffer | null }>(sql: string): Statement<Row> {
  const { text, parametersFrom } = compile(sql)
  return async (db, values) => {
    const rows = await db.unsafe(text, parametersFrom(values), { prepare: true }).raw()
    const { columns } = rows
    return rows.map(
      (row) => Object.fromEntries(columns.map((column, at) => [column.name, read(column, row[at])])) as Row,
    )
  }
}

type Column = { name: string; parser?: ((text: string) => unknown) | undefined }
function read({ name, parser }: Column, bytes: Buffer | null | undefined): unknown {
  if (!bytes || name === 'json') return bytes ?? null
  const text = bytes.toString()
  return parser ? parser(text) : text
}

function compile(sql: string) {
  const names = [...new Set(Array.from(sql.matchAll(/\$([a-zA-Z]\w*)/g), ([, name = '']) => name))]
  const text = sql.replace(/\$([a-zA-Z]\w*)/g, (_, name: string) => `$${names.indexOf(name) + 1}`)
  const parametersFrom = (values: Values) =>
    names.map((name) => {
      const value = values[name]
      if (value === undefined) throw new Error(`The statement needs $${name}`)
      return value as SerializableParameter
    }) as never[]
  return { text, parametersFrom }
}
