// Searches every column of every table for text, to prove what is and is not stored.

import type { TestServer } from './test-server.ts'

export type Column = { schema: string; table: string; column: string; type: string }

/** All columns, those of the job queue included. */
export async function listAllColumns({ services }: TestServer): Promise<Column[]> {
  return services.db<Column[]>`
    select c.table_schema as schema, c.table_name as table, c.column_name as column, c.udt_name as type
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema in ('public', 'jobs') and t.table_type = 'BASE TABLE'
    order by 1, 2, c.ordinal_position`
}

/** The columns that contain one of the words. */
export async function listColumnMatches(server: TestServer, words: string[]): Promise<string[]> {
  const pattern = `(${words.map((word) => word.replace(/[.+]/g, String.raw`\$&`)).join('|')})`
  const found: string[] = []
  for (const { schema, table, column } of await listAllColumns(server)) {
    const rows = await server.services.db.query({
      text: `select "${column}"::text as value from "${schema}"."${table}" where "${column}"::text ~* $1`,
      values: [pattern],
    })
    found.push(...rows.map(({ value }) => `${schema}.${table}.${column}: ${String(value).slice(0, 80)}`))
  }
  return found
}
