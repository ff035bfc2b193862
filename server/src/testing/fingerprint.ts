// What a database holds, in short: for tests that something leaves it as it was.

import type { World } from './world.ts'

/** Every row of every table, as one number each: also what changed without a row more or less. */
export async function fingerprint({ deps: { db } }: World): Promise<object> {
  const tables = await db<{ name: string }[]>`
    select table_name as name from information_schema.tables where table_schema = 'public' order by 1`
  const rows = await db.unsafe(
    tables
      .map(
        ({ name }) =>
          `select '${name}' as name, count(*)::int, sum(hashtextextended(t::text, 0))::text as content from ${name} t`,
      )
      .join(' union all '),
  )
  return Object.fromEntries(rows.map(({ name, ...content }) => [name, content]))
}
