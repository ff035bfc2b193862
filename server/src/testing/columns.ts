// Searches every column of every table for text, to prove what is and is not stored.

import type { TestServer } from './test-server.ts'

export type Column = { schema: string; table: string; column: string; type: string }

/** All columns of all tables, also of the job queue. */
export async function listAllColumns({ services }: TestServer): Promise<Column[]> {
  return services.db<Column[]>`
    select c.table_schema as schema, c.table_name as table, c.column_name as column, c.udt_name as type
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema in ('public', 'jobs') and t.table_type = 'BASE TABLE'
    order by 1, 2, c.ordinal_position`
}

/** One line for each value that contains one of the words, with its column. Columns of bytea are searched too. */
export async function listColumnMatches(server: TestServer, words: string[]): Promise<string[]> {
  const escaped = [...words, ...words.map(toEscapeFormat)].map((word) => word.replace(/[.+\\]/g, String.raw`\$&`))
  const pattern = `(${[...new Set(escaped)].join('|')})`
  const found: string[] = []
  for (const { schema, table, column, type } of await listAllColumns(server)) {
    // The text of bytea is hexadecimal, in which no word would be found.
    const value = type === 'bytea' ? `encode("${column}", 'escape')` : `"${column}"::text`
    const rows = await server.services.db.query({
      text: `select ${value} as value from "${schema}"."${table}" where ${value} ~* $1`,
      values: [pattern],
    })
    found.push(...rows.map(({ value }) => `${schema}.${table}.${column}: ${String(value).slice(0, 80)}`))
  }
  return found
}

/** The word in the escape format of bytea, which has bytes outside ASCII in octal. */
function toEscapeFormat(word: string): string {
  const bytes = [...Buffer.from(word)]
  return bytes.map((byte) => (byte < 128 ? String.fromCharCode(byte) : `\\${byte.toString(8)}`)).join('')
}
