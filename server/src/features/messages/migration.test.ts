// What migration 0027 makes of the messages of an earlier release.

import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { openDatabasePool, type DatabasePool } from '#platform/db/connection.ts'
import { migrate, readMigrations } from '#platform/db/migrate.ts'
import { cloneDatabase } from '#testing/clone-database.ts'

const id = '0190a000-0000-7000-8000-00000000000a'
let db: DatabasePool
let drop: () => Promise<unknown>

beforeEach(async () => {
  const clone = await cloneDatabase(inject('database'), 'template0')
  drop = clone.drop
  db = openDatabasePool(clone.address, 1)
  const earlier = (await readMigrations()).filter(({ name }) => name < '0027')
  await migrate(db, earlier)
  await db.query(`
    insert into users (id, phone) values ('${id}', '+447700900001');
    insert into bands (id, name) values ('${id}', 'The Night Buses');
    insert into code_requests (id, phone, address, known_browser)
      select ('0190a000-0000-7000-8000-00000000001' || n)::uuid, '+447700900001', '192.0.2.1', n = 2 from generate_series(1, 3) n;
    insert into phone_codes (id, phone, flow_hash, sent_at, expires_at)
      select id, phone, '', case when known_browser then now() end, now() + interval '9 minutes' from code_requests
      where id <> '0190a000-0000-7000-8000-000000000013';
    insert into notice_email_codes (id, user_id, email, expires_at)
      values (gen_random_uuid(), '${id}', 'Ros@example.org', now() + interval '9 minutes');
    insert into invitation_messages (id, invitation_id, band_id, channel, recipient, requested_by, address, sent_at)
      values (gen_random_uuid(), '${id}', '${id}', 'mail', 'Kit@example.org', '${id}', '192.0.2.1', now());
    insert into dep_texts (id, band_id, event_id, kind, recipient, requested_by, requested_at, queued_for)
      values (gen_random_uuid(), '${id}', '${id}', 'notNeeded', '+447700900002', '${id}', null, now() + interval '8 hours');
    insert into notices (user_id, id, cause_id, kind, title, body, url) values ('${id}', '${id}', '${id}', 'reminder', '', '', '/');
    insert into notice_deliveries (notice_id, way, due_at, claimed_at, outcome, finished_at)
      values ('${id}', 'push', now(), now(), 'failed', now()), ('${id}', 'email', now(), null, null, null)`)
  await migrate(db)
})
afterEach(async () => {
  await db.end()
  await drop()
})

test('migration 0027 moves codes, invitations, dep texts and notices to outgoing_messages with recipient, user, network, claim and outcome', async () => {
  const rows = await db<object[]>`
    select purpose, way, recipient, caused_by is not null as "isOfUser", network_address as network,
      is_requested as "isRequested", counted_at is not null as "isCounted", claimed_at is not null as "isClaimed", outcome
    from outgoing_messages order by purpose, way, network_address nulls first, outcome`
  const texted = { way: 'text', isOfUser: false, isRequested: true, isCounted: true, recipient: '+447700900001' }
  const noticed = { purpose: 'notice', recipient: null, isOfUser: false, network: null, isRequested: false }
  expect(rows).toEqual([
    {
      purpose: 'dep text',
      way: 'text',
      recipient: '+447700900002',
      isOfUser: true,
      network: null,
      isRequested: false,
      isCounted: false,
      isClaimed: false,
      outcome: null,
    },
    {
      purpose: 'email code',
      way: 'mail',
      recipient: 'ros@example.org',
      isOfUser: true,
      network: null,
      isRequested: true,
      isCounted: true,
      isClaimed: false,
      outcome: null,
    },
    {
      purpose: 'invitation',
      way: 'mail',
      recipient: 'kit@example.org',
      isOfUser: true,
      network: '192.0.2.1',
      isRequested: true,
      isCounted: true,
      isClaimed: true,
      outcome: 'sent',
    },
    { ...noticed, way: 'mail', isCounted: false, isClaimed: false, outcome: null },
    { ...noticed, way: 'push', isCounted: false, isClaimed: true, outcome: 'failed' },
    { ...texted, purpose: 'sign-in code', network: null, isClaimed: true, outcome: 'sent' },
    { ...texted, purpose: 'sign-in code', network: '192.0.2.1', isClaimed: false, outcome: 'dropped' },
    { ...texted, purpose: 'sign-in code', network: '192.0.2.1', isClaimed: false, outcome: null },
  ])
})
