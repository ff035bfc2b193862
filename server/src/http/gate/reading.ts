// Reads that travel with their own admission: one statement says who asks, whether they may, and what they asked for.
// A store writes what is read; only this file runs it, so a read that no gate admitted does not compile.

import { WrittenJson } from '#platform/db/written-json.ts'
import { admitMember, admitPerson, bandIn, member, signedIn, type Ask, type Gate } from './gates.ts'
import { readFor, type ActingRow, type Answered, type ReadSql, type SessionRow } from './store.ts'

/** The tag is null for an answer that has none of its own; the answer is null where the caller has it already. */
type Answer<T> = { tag: string | null; answer: T | WrittenJson<T> | null }

declare const composed: unique symbol
/** What a store gives: a question with `Values` in it, asked together with the gate's own. */
export type Read<Values, T> = {
  readonly [composed]: true
  gate: Gate<object>
  run(ask: Ask, values: Values, seen: string): Promise<Answer<T>>
}

/** How the JSON becomes the answer; left out where it is the answer. */
type Shape<T> = (data: never) => T

/** A read that anybody with a live session may make, of what is theirs: `$userId` is the only person in it. */
export function readByPerson<T, Values = object>(sql: ReadSql, shape?: Shape<T>): Read<Values, T> {
  return composeRead<SessionRow, Values, T>(signedIn, readFor('person', sql), admitPerson, shape)
}

/** A read that active members of the band in the path may make: `$bandId` is the only band in it. */
export function readByMember<T, Values = object>(sql: ReadSql, shape?: Shape<T>): Read<Values, T> {
  return composeRead<ActingRow, Values, T>(member, readFor('member', sql), admitMember, shape)
}

function composeRead<Row extends object, Values, T>(
  gate: Gate<object>,
  select: ReturnType<typeof readFor<Row>>,
  admit: (deps: Ask['deps'], row: Row | null | undefined, bandId: string) => unknown,
  shape?: Shape<T>,
): Read<Values, T> {
  const run: Read<Values, T>['run'] = async ({ deps, claim, params }, values, seen) => {
    const bandId = bandIn(params)
    const row = claim && (await select(deps.db, claim, { ...values, seen, bandId }))
    admit(deps, row, bandId)
    const { tag = null, json = null } = (row as Answered<Row> | null | undefined) ?? {}
    return { tag, answer: json === null ? null : answerFrom(json, shape) }
  }
  return { gate, run } as Read<Values, T>
}

function answerFrom<T>(json: string, shape: Shape<T> | undefined): T | WrittenJson<T> {
  return shape ? shape(JSON.parse(json) as never) : new WrittenJson<T>(json)
}

/** What a service gives: a read, and how its values come from the query of the call. */
export type Reading<Query, T> = {
  gate: Gate<object>
  /** Only whoever may come in learns what is wrong with their question: `parse` throws after the gate does. */
  answer(ask: Ask, parse: () => Query, seen: string): Promise<Answer<T>>
}

export function reading<T>(read: Read<object, T>): Reading<unknown, T>
export function reading<Query, Values, T>(read: Read<Values, T>, valuesOf: (query: Query) => Values): Reading<Query, T>
export function reading(
  { gate, run }: Read<unknown, unknown>,
  valuesOf: (query: unknown) => unknown = () => ({}),
): Reading<unknown, unknown> {
  return {
    gate,
    async answer(ask, parse, seen) {
      let values
      try {
        values = valuesOf(parse())
      } catch (refusal) {
        await gate(ask)
        throw refusal
      }
      return run(ask, values, seen)
    },
  }
}
