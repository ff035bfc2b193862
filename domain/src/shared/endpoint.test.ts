import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { commonErrorCodesOf, defineEndpoint, type ParamsOf } from './endpoint.ts'

const row = { method: 'GET', summary: 'Read one', status: 200 } as const
const id = '0190a000-0000-7000-8000-000000000001'

test('defineEndpoint() makes a schema that requires an id for each parameter of the path and refuses other parameters', () => {
  const { params } = defineEndpoint({ ...row, path: '/api/bands/:bandId/events/:eventId' })
  expect(params?.safeParse({ bandId: id, eventId: id }).success).toBe(true)
  expect(params?.safeParse({ bandId: id, eventId: 'soon' }).success).toBe(false)
  expect(params?.safeParse({ bandId: id }).success).toBe(false)
  expect(params?.safeParse({ bandId: id, eventId: id, songId: id }).success).toBe(false)
})

test('a path parameter that has a schema in `params` is checked by that schema instead of the id schema', () => {
  const { params } = defineEndpoint({
    ...row,
    path: '/feeds/:file',
    params: { file: z.string().check(z.maxLength(5)) },
  })
  expect(params?.safeParse({ file: 'a.ics' }).success).toBe(true)
  expect(params?.safeParse({ file: 'ab.ics' }).success).toBe(false)
})

test('defineEndpoint() makes no parameter schema for a path without parameters', () => {
  expect(defineEndpoint({ ...row, path: '/api/me' }).params).toBeUndefined()
})

test('a missing path parameter, and a schema in `params` for a parameter that the path lacks, do not compile', () => {
  const typed = defineEndpoint({ ...row, path: '/api/bands/:bandId/events/:eventId' })
  const params: ParamsOf<typeof typed> = { bandId: id, eventId: id }
  expect(Object.keys(params)).toEqual(['bandId', 'eventId'])
  // @ts-expect-error -- eventId is missing
  void ({ bandId: id } satisfies ParamsOf<typeof typed>)
  // @ts-expect-error -- the path has no songId
  void (() => defineEndpoint({ ...row, path: '/api/bands/:bandId', params: { songId: z.string() } }))
})

test('commonErrorCodesOf returns four codes for a GET without parameters; writes, parameters, versions and idempotency add more', () => {
  const always = ['invalid_input', 'too_many_requests', 'unavailable', 'failed']
  expect(commonErrorCodesOf(defineEndpoint({ ...row, path: '/api/me' }))).toEqual(always)
  const write = defineEndpoint({
    ...row,
    method: 'PATCH',
    path: '/api/bands/:bandId',
    versioned: true,
    idempotent: true,
    changes: 'band',
  })
  expect(commonErrorCodesOf(write)).toEqual([
    ...always,
    'not_allowed',
    'too_large',
    'wrong_content_type',
    'not_found',
    'idempotency_key_reused',
    'stale',
  ])
})
