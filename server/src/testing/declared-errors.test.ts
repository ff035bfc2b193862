import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { defineEndpoint } from '@gaffer/domain/shared/endpoint'
import { takeUndeclaredErrors, watchForUndeclaredErrors } from './declared-errors.ts'

watchForUndeclaredErrors()

test('watchForUndeclaredErrors records only error codes that their endpoint does not declare', async () => {
  const app = Fastify()
  const served = (['/declared', '/undeclared'] as const).map((path) => ({
    guardName: 'allowAnyone',
    guardErrors: [],
    endpoint: defineEndpoint({
      method: 'GET',
      path,
      summary: 'Conflict',
      status: 200,
      errors: path === '/declared' ? ['conflict'] : [],
    }),
  }))
  Object.assign(app, { served })
  for (const { endpoint } of served) {
    app.get(endpoint.path, (_, reply) => reply.code(409).send({ code: 'conflict', message: 'Taken' }))
  }
  for (const url of ['/declared', '/undeclared', '/nowhere']) await app.inject({ url })
  expect(takeUndeclaredErrors()).toEqual(['GET /undeclared answers conflict'])
  expect(takeUndeclaredErrors()).toEqual([])
})
