// Statements put together once, when their file is loaded, with parameters by name. For what is asked often: making one
// from tagged fragments at every call costs more than reading its answer. The text is never made from anybody's input.

import type { SerializableParameter } from 'postgres'
import type { Db } from './connection.ts'

type Values = Record<string, unknown>
/** Runs the statement with the values that its `$names` ask for; others may be there. */
export type Statement<Row> = (db: Db, values: Values) => Promise<Row[]>

/** `sql` names each parameter as `$name`, as often as it likes. */
export function statement<Row>(sql: string): Statement<Row> {
  const names = [...new Set(Array.from(sql.matchAll(/\$([a-zA-Z]\w*)/g), ([, name = '']) => name))]
  const text = sql.replace(/\$([a-zA-Z]\w*)/g, (_, name: string) => `$${names.indexOf(name) + 1}`)
  return async (db, values) => {
    const parameters = names.map((name) => {
      const value = values[name]
      if (value === undefined) throw new Error(`The statement needs $${name}`)
      return value as SerializableParameter
    })
    return (await db.unsafe(text, parameters as never[], { prepare: true })) as unknown as Row[]
  }
}
