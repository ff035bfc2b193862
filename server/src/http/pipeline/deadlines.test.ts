import { expect, test } from 'vitest'
import { defaultRequestDeadlineMs } from '#platform/db/connection.ts'
import { useTestServer } from '#testing/test-server.ts'

const server = useTestServer()

test('the deadlines of the guard and the handler of every endpoint pass at least 5 s before the server closes the connection', () => {
  const { served, server: listening } = server().app
  const late = served
    .map(({ endpoint, deadlineMs }) => ({ path: endpoint.path, ms: deadlineMs ?? defaultRequestDeadlineMs }))
    .filter(({ ms }) => defaultRequestDeadlineMs + ms > listening.timeout - 5000)
  expect(served.length).toBeGreaterThan(60)
  expect(late).toEqual([])
})
