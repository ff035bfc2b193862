// One statement that authorizes the caller and reads in the same round trip, for the calendar reads only. A store writes the
// SQL of the read; only this file runs it, with the SQL of the guard around it.

import { admitMember, admitPerson, bandIn, member, signedIn, type Ask, type Gate } from './gates.ts'
import { authorizedSelect, type ActingRow, type ReadSql, type SessionRow } from './store.ts'

declare const shape: unique symbol
/** JSON of the shape `T`, built by PostgreSQL and sent as it is. */
export type JsonText<T> = string & { readonly [shape]: T }

/** `json` is null where If-None-Match names the tag. */
export type TaggedJson<T> = { tag: string; json: JsonText<T> | null }

export type AuthorizedQuery<Admitted extends object, Query, T> = {
  /** The guard whose question the statement contains. */
  guard: Gate<Admitted>
  /** `parse` throws for an invalid query string. Only callers that the guard admits learn that it is invalid. */
  run(ask: Ask, parse: () => Query, ifNoneMatch: string): Promise<TaggedJson<T>>
}

/** A read for any live session. The SQL names the user `$userId`. */
export function userQuery<T, Query>(sql: ReadSql, valuesOf: (query: Query) => object) {
  return authorizedQuery<{ person: ReturnType<typeof admitPerson> }, SessionRow, T, Query>({
    guard: signedIn,
    select: authorizedSelect('person', sql),
    admit: admitPerson,
    valuesOf,
  })
}

/** A read for active members of the band in the path. The SQL names the band `$bandId`. */
export function memberQuery<T, Query>(sql: ReadSql, valuesOf: (query: Query) => object) {
  return authorizedQuery<{ acting: ReturnType<typeof admitMember> }, ActingRow, T, Query>({
    guard: member,
    select: authorizedSelect('member', sql),
    admit: admitMember,
    valuesOf,
  })
}

type Parts<Admitted extends object, Row extends object, Query> = {
  guard: Gate<Admitted>
  select: ReturnType<typeof authorizedSelect<Row>>
  admit(deps: Ask['deps'], row: Row | null | undefined, bandId: string): unknown
  valuesOf(query: Query): object
}

function authorizedQuery<Admitted extends object, Row extends object, T, Query>({
  guard,
  select,
  admit,
  valuesOf,
}: Parts<Admitted, Row, Query>): AuthorizedQuery<Admitted, Query, T> {
  return {
    guard,
    async run(ask, parse, ifNoneMatch) {
      let values: object
      try {
        values = valuesOf(parse())
      } catch (invalidQuery) {
        await guard(ask)
        throw invalidQuery
      }
      const { deps, claim, params } = ask
      const bandId = bandIn(params)
      const row = claim && (await select(deps.db, claim, { ...values, ifNoneMatch, bandId }))
      admit(deps, row, bandId)
      return row as unknown as TaggedJson<T>
    },
  }
}
