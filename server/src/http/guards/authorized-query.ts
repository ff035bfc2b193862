// One statement that authorizes the caller and reads in the same round trip, for the calendar reads only. A store writes the
// SQL of the read; only this file runs it, with the SQL of the guard around it.

import type { AuthenticatedUser, MemberContext } from '#platform/verified-identities.ts'
import {
  authorizeMemberRow,
  authenticateSessionRow,
  bandIdFromParams,
  requireMember,
  requireSession,
  type GuardInput,
  type AuthGuard,
} from './guards.ts'
import { preparedAuthorizedQuery, type MemberContextRow, type AuthorizedQuerySql, type SessionRow } from './store.ts'

declare const shape: unique symbol
/** JSON of the shape `T`, built by PostgreSQL and sent as it is. */
export type JsonText<T> = string & { readonly [shape]: T }

/** `json` is null when If-None-Match contains the tag. */
export type JsonWithEtag<T> = { tag: string; json: JsonText<T> | null }

export type AuthorizedQuery<Principal extends object, Query, T> = {
  /** The guard whose query the statement contains. */
  guard: AuthGuard<Principal>
  /** `parse` throws for an invalid query string. Only callers that the guard admits learn that it is invalid. */
  run(context: GuardInput, parse: () => Query, ifNoneMatch: string): Promise<JsonWithEtag<T>>
}

/** A read for any live session. The SQL names the user `$userId`. */
export function authorizedUserQuery<T, Query>(sql: AuthorizedQuerySql, valuesOf: (query: Query) => object) {
  return authorizedQuery<{ user: AuthenticatedUser }, SessionRow, T, Query>({
    guard: requireSession,
    select: preparedAuthorizedQuery('user', sql),
    authorize: authenticateSessionRow,
    valuesOf,
  })
}

/** A read for active members of the band in the path. The SQL names the band `$bandId`. */
export function authorizedMemberQuery<T, Query>(sql: AuthorizedQuerySql, valuesOf: (query: Query) => object) {
  return authorizedQuery<{ member: MemberContext }, MemberContextRow, T, Query>({
    guard: requireMember,
    select: preparedAuthorizedQuery('member', sql),
    authorize: authorizeMemberRow,
    valuesOf,
  })
}

type Parts<Principal extends object, Row extends object, Query> = {
  guard: AuthGuard<Principal>
  select: ReturnType<typeof preparedAuthorizedQuery<Row>>
  authorize(context: Pick<GuardInput, 'services' | 'address'>, row: Row | null | undefined, bandId: string): unknown
  valuesOf(query: Query): object
}

function authorizedQuery<Principal extends object, Row extends object, T, Query>({
  guard,
  select,
  authorize,
  valuesOf,
}: Parts<Principal, Row, Query>): AuthorizedQuery<Principal, Query, T> {
  return {
    guard,
    async run(context, parse, ifNoneMatch) {
      let values: object
      try {
        values = valuesOf(parse())
      } catch (invalidQuery) {
        await guard(context)
        throw invalidQuery
      }
      const { services, claim, params } = context
      const bandId = bandIdFromParams(params)
      const row = claim && (await select(services.db, claim, { ...values, ifNoneMatch, bandId }))
      authorize(context, row, bandId)
      return row as unknown as JsonWithEtag<T>
    },
  }
}
