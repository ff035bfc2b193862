// Bands whose members each have a device with push messages, and the fake push service that receives the messages.

import { createECDH, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'

export const membersPerBand = 20
const responseMs = 20
const eventDate = '2030-03-05'
/** London time at which the reminders of the events are due. */
export const remindersDueAt = { date: '2030-03-04', time: '18:00' }

/**
 * Responds to each message after 20 ms. It does not decrypt the messages, so that it costs little on the shared cores. `received` counts
 * the messages by path, which is the id of the user.
 */
export async function startFakePushService() {
  /** @type {Map<string, number>} */
  const received = new Map()
  const service = createServer((request, response) => {
    request.resume()
    request.once('end', () => {
      const path = request.url ?? ''
      received.set(path, (received.get(path) ?? 0) + 1)
      setTimeout(() => response.writeHead(201).end(), responseMs)
    })
  })
  service.listen(0, '127.0.0.1')
  await once(service, 'listening')
  const address = service.address()
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
  return {
    url,
    received,
    close() {
      service.closeAllConnections()
      service.close()
    },
  }
}

/** The keys of a push subscription. */
export function generateDeviceKeys() {
  return { key: createECDH('prime256v1').generateKeys('base64url'), auth: randomBytes(16).toString('base64url') }
}

/**
 * Adds bands of twenty members, each with a device and a verified address for mails.
 * @param {{ query: (text: string) => Promise<unknown> }} db @param {number} bands @param {string} pushUrl
 */
export async function addBands(db, bands, pushUrl) {
  const { key, auth } = generateDeviceKeys()
  await db.query(`
    insert into bands (id, name) select gen_random_uuid(), 'Band ' || n from generate_series(1, ${bands}) n;
    insert into users (id, phone, first_name, last_name, display_name)
      select gen_random_uuid(), '+44' || n, 'Dee', 'Marsh', 'Dee' from generate_series(1, ${bands * membersPerBand}) n;
    insert into memberships (band_id, id, user_id, role, access, status, color, icon, joined_at)
      select b.id, gen_random_uuid(), u.id, 'Drums', 'owner', 'active', '#aa3344', 'drum', now()
      from (select id, row_number() over () - 1 as number from bands) b
      join (select id, (row_number() over () - 1) / ${membersPerBand} as number from users) u using (number);
    insert into sessions (id, token_hash, user_id, expires_at)
      select gen_random_uuid(), sha256(id::text::bytea), id, now() + interval '7 days' from users;
    insert into push_subscriptions (user_id, id, session_id, endpoint, p256dh, auth)
      select user_id, gen_random_uuid(), id, '${pushUrl}/' || user_id, '${key}', '${auth}' from sessions;
    insert into notice_emails (user_id, email) select id, id || '@example.org' from users;
    analyze;`)
}

/**
 * Adds a practice for each band, whose reminders are all due at `remindersDueAt`.
 * @param {{ query: (text: string) => Promise<unknown> }} db
 */
export async function addPractices(db) {
  await db.query(`
    insert into events (band_id, id, type, title, date, last_day, start_time, location, is_public, is_all_day, created_at)
    select id, gen_random_uuid(), 'practice', 'Practice', '${eventDate}', '${eventDate}', '19:00', 'Unit 4', false, false,
      now() - interval '1 day'
    from bands;
    analyze events;`)
}
