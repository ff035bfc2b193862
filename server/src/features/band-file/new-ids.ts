import { randomUUIDv7 } from 'node:crypto'

/** Maps an id of the file to its new id. A mapper of `createIdMapper` returns undefined at run time for an id that is not in the file. */
export type IdMapper = (id: string) => string

/** Makes new ids in the order of the entries, so that lists which are ordered by id keep their order. */
export function createIdMapper(entries: readonly { id: string }[]): IdMapper {
  const sorted = entries.map(() => randomUUIDv7()).toSorted()
  const ids = new Map(entries.map(({ id }, at) => [id, sorted[at] as string]))
  return (id) => ids.get(id) as string
}
