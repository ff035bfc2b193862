import { afterEach, expect, test } from 'vitest'
import { messages } from '@gaffer/domain/shared/messages'
import { startTestServer, type TestServer } from '#testing/test-server.ts'

let server: TestServer
afterEach(() => server.stop())

const readReadiness = async () => {
  const { status, body, headers } = await server.newClient().get('/readyz')
  return { status, message: body.message, retryAfter: headers.get('retry-after') }
}

/** Makes the write of the readiness check fail with this PostgreSQL error code. */
async function failWrites(error: string): Promise<void> {
  await server.services.db.query(`
    create function fail() returns trigger language plpgsql as
      $$ begin raise exception 'only for this test' using errcode = '${error}'; end $$;
    create trigger fails before insert on leases for each row execute function fail()`)
}

test('/readyz is 503 with the reason while the database disk is full, and 200 afterwards', async () => {
  server = await startTestServer()
  await failWrites('disk_full')
  expect(await readReadiness()).toEqual({ status: 503, message: messages.diskFull, retryAfter: '5' })
  expect((await server.newClient().get('/healthz')).status).toBe(200)
  await server.services.db`drop trigger fails on leases`
  await expect.poll(async () => (await readReadiness()).status).toBe(200)
})

test('/readyz is 503 while the database is read-only', async () => {
  server = await startTestServer()
  await failWrites('read_only_sql_transaction')
  expect(await readReadiness()).toMatchObject({ status: 503, message: messages.unavailable })
})

test('fifty parallel requests to /readyz and one more right after them cause one database write', async () => {
  server = await startTestServer()
  const { db } = server.services
  await db.query(`
    create table writes (at timestamptz default now());
    create function count_write() returns trigger language plpgsql as
      $$ begin insert into writes default values; return new; end $$;
    create trigger counted before insert on leases for each row execute function count_write()`)
  const answers = await Promise.all(Array.from({ length: 50 }, readReadiness))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  await readReadiness()
  expect(await db`select from writes`).toHaveLength(1)
})
