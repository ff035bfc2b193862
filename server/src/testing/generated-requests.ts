// fast-check arbitraries for requests to an endpoint: valid, almost valid and random.

import fc from 'fast-check'
import { isSafeMethod, type EndpointDefinition } from '@gaffer/domain/shared/endpoint'
import type { TestClient } from './test-client.ts'
import {
  arbitraryAlmostValidObject,
  unusualTexts,
  arbitraryValidValue,
  arbitraryRandomValue,
} from './generated-values.ts'
import type { EndpointRequest } from './access-roles.ts'

type Fields = Record<string, unknown>
/** The parts of a request as they are sent: URL-encoded path parameters and query string, the text of the body, and headers. */
export type EncodedRequest = {
  params: Record<string, string>
  search: string
  body: string | undefined
  headers: Record<string, string>
}
export type ValidRequest = EndpointRequest & { as: TestClient }

const arbitraryFields = (schema: EndpointDefinition['body'], ids: string[]) =>
  (schema ? arbitraryValidValue(schema, ids) : fc.constant({})) as fc.Arbitrary<Fields>

/** Values that are mostly close to `validValue`, so that requests pass the first checks. */
function arbitraryNear(validValue: unknown, generated: fc.Arbitrary<Fields>): fc.Arbitrary<Fields> {
  const base = fc.oneof(fc.constant((validValue ?? {}) as Fields), generated)
  return fc.oneof({ weight: 2, arbitrary: base }, { weight: 3, arbitrary: arbitraryAlmostValidObject(base) })
}

const rawText = fc.constantFrom('%zz', '%00', '%ff%fe', '%2e%2e%2f', '..%5c', 'a%2fb', '%0d%0aX-Planted:1', '%25', '+')
const toText = (value: unknown) => {
  try {
    return String(value).toWellFormed()
  } catch {
    // An object without a prototype has no toString.
    return 'object'
  }
}

function arbitraryParams(validParams: Record<string, string>, ids: string[]): fc.Arbitrary<Record<string, string>> {
  const invalidParam = fc.oneof(
    {
      weight: 1,
      arbitrary: fc
        .constantFrom(...unusualTexts.filter(Boolean), ...ids)
        .map((odd) => encodeURIComponent(odd.toWellFormed())),
    },
    { weight: 1, arbitrary: rawText },
  )
  const param = (value: string) =>
    fc.oneof({ weight: 12, arbitrary: fc.constant(encodeURIComponent(value)) }, { weight: 1, arbitrary: invalidParam })
  return fc.record(Object.fromEntries(Object.entries(validParams).map(([name, value]) => [name, param(value)])))
}

function arbitrarySearch(endpoint: EndpointDefinition, base: ValidRequest, ids: string[]): fc.Arbitrary<string> {
  if (!endpoint.query)
    return fc.oneof(
      { weight: 20, arbitrary: fc.constant('') },
      rawText.map((raw) => `?${raw}=1`),
    )
  const pairs = arbitraryNear(base.query, arbitraryFields(endpoint.query, ids)).map((query) =>
    Object.entries(query).flatMap(([name, value]) =>
      value === undefined ? [] : (Array.isArray(value) ? value : [value]).map((one) => [toText(name), toText(one)]),
    ),
  )
  return fc.oneof(
    { weight: 8, arbitrary: pairs.map((entries) => `?${new URLSearchParams(entries)}`) },
    { weight: 1, arbitrary: rawText.map((raw) => `?${raw}&__proto__[x]=1&${raw}=${raw}`) },
  )
}

function arbitraryBody(
  endpoint: EndpointDefinition,
  base: ValidRequest,
  ids: string[],
): fc.Arbitrary<string | undefined> {
  if (isSafeMethod(endpoint.method)) return fc.constant(undefined)
  if (endpoint.bytes || endpoint.tus)
    return fc.oneof(fc.constantFrom(undefined, '', 'GIF89a', '{}'), fc.string({ maxLength: 1000 }))
  const toJson = (value: unknown) => {
    try {
      return JSON.stringify(value) ?? ''
    } catch {
      // JSON cannot represent BigInts and circular references.
      return '[]'
    }
  }
  const shaped = arbitraryNear(base.body, arbitraryFields(endpoint.body, ids)).map(toJson)
  return fc.oneof(
    { weight: 10, arbitrary: shaped },
    { weight: 1, arbitrary: shaped.map((body) => body.replace('{', '{"__proto__":{"access":"owner"},')) },
    { weight: 1, arbitrary: shaped.map((body) => body.slice(0, -1)) },
    { weight: 2, arbitrary: arbitraryRandomValue.map(toJson) },
    { weight: 1, arbitrary: fc.constantFrom(undefined, '', '{"a":1e999}', '{"a":1,"a":2}', '"\\ud800"', '\u0000') },
  )
}

const tags = fc.constantFrom('"1"', 'W/"1"', '*', '"99999999999999"', '""', 'x'.repeat(300), '"1", "2"')
const moreHeaders = fc.oneof(
  { weight: 4, arbitrary: fc.constant({}) },
  { weight: 1, arbitrary: fc.record({ 'if-match': tags }) },
  { weight: 1, arbitrary: fc.record({ 'if-none-match': tags }) },
  {
    weight: 1,
    arbitrary: fc.record({ 'idempotency-key': fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 300 }) }),
  },
)

/** Variations of a valid request. `ids` are ids of existing rows. */
export function arbitraryRequest(
  endpoint: EndpointDefinition,
  base: ValidRequest,
  ids: string[],
): fc.Arbitrary<EncodedRequest> {
  return fc.record({
    params: arbitraryParams(base.params ?? {}, ids),
    search: arbitrarySearch(endpoint, base, ids),
    body: arbitraryBody(endpoint, base, ids),
    headers: moreHeaders,
  })
}
