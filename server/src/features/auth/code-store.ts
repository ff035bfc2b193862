// Sign-in codes: who asked for one, how often, which is still good, and how many wrong guesses a number has seen.

import type { Db } from '#db/connection.ts'

/** Serialises everything about one subject (a phone, an address, the service) until the transaction ends. */
export async function lockSubject(tx: Db, subject: string): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${subject}, 0))`
}

export type RequestCounts = {
  /** Seconds since the last request for this number; null when there was none in a day. */
  sinceLast: number | null
  quarterHour: number
  hour: number
  day: number
  addressHour: number
  serviceDay: number
}

/** What was asked for and sent so far, for the limits. */
export async function countRequests(db: Db, phone: string, address: string): Promise<RequestCounts> {
  const [row] = await db<RequestCounts[]>`
    select
      extract(epoch from now() - p.last)::float8 as "sinceLast", p."quarterHour", p.hour, p.day,
      (select count(*)::int from code_requests
        where address = ${address} and requested_at > now() - interval '1 hour') as "addressHour",
      (select count(*)::int from texts_sent where sent_at > now() - interval '1 day') as "serviceDay"
    from (
      select max(requested_at) as last,
        count(*) filter (where requested_at > now() - interval '15 minutes')::int as "quarterHour",
        count(*) filter (where requested_at > now() - interval '1 hour')::int as hour,
        count(*)::int as day
      from code_requests where phone = ${phone} and requested_at > now() - interval '1 day'
    ) p`
  return row as RequestCounts
}

/** Seconds until the oldest of the last `count` requests for this number is older than `window` seconds. */
export async function secondsUntilRoom(db: Db, phone: string, count: number, window: number): Promise<number> {
  const [row] = await db<{ seconds: number }[]>`
    select ceil(extract(epoch from requested_at - now()) + ${window})::int as seconds
    from code_requests where phone = ${phone} order by requested_at desc offset ${count - 1} limit 1`
  return Math.max(1, row?.seconds ?? window)
}

export async function insertRequest(db: Db, request: { id: string; phone: string; address: string }): Promise<void> {
  await db`insert into code_requests (id, phone, address) values (${request.id}, ${request.phone}, ${request.address})`
}

export type CodeRequest = { id: string; phone: string; flowHash: Buffer; invitationId: string | null }

/** A row that waits for its code, which is made when it is sent. */
export async function insertCode(db: Db, request: CodeRequest): Promise<void> {
  await db`
    insert into phone_codes (id, phone, flow_hash, invitation_id, expires_at)
    values (${request.id}, ${request.phone}, ${request.flowHash}, ${request.invitationId}, now() + interval '10 minutes')`
}

export async function findUnsentCode(
  db: Db,
  id: string,
): Promise<{ phone: string; invitationId: string | null } | undefined> {
  const [row] = await db<{ phone: string; invitationId: string | null }[]>`
    select phone, invitation_id as "invitationId" from phone_codes
    where id = ${id} and sent_at is null and expires_at > now()`
  return row
}

/** Takes the row for sending with this code; false when somebody has, or the service has sent its day's worth. */
export async function markSent(
  db: Db,
  { id, codeMac, perDay }: { id: string; codeMac: Buffer; perDay: number },
): Promise<boolean> {
  const rows = await db`
    update phone_codes set code_mac = ${codeMac}, sent_at = now()
    where id = ${id} and sent_at is null
      and (select count(*) from texts_sent where sent_at > now() - interval '1 day') < ${perDay}::float8
    returning 1`
  return rows.length === 1
}

/** Gives the row back for another try, after a message that certainly was not sent. */
export async function markUnsent(db: Db, id: string): Promise<void> {
  await db`update phone_codes set code_mac = null, sent_at = null where id = ${id}`
}

/** Without a code where none was sent. */
export type Guess = { id: string; codeMac: Buffer | null }

/**
 * Counts a guess against the newest live code that this browser asked for this number, and returns what to compare.
 * The count and the limit are one statement: however many guesses arrive at once, five are compared. A request that
 * no code was sent for is counted alike, so that the clock does not tell who has an account.
 */
export async function takeGuess(db: Db, phone: string, flowHash: Buffer, most: number): Promise<Guess | undefined> {
  const [row] = await db<Guess[]>`
    update phone_codes set attempts = attempts + 1
    where id = (
      select id from phone_codes where flow_hash = ${flowHash} and phone = ${phone}
      order by code_mac is null, created_at desc limit 1
    ) and attempts < ${most} and used_at is null and expires_at > now()
    returning id, code_mac as "codeMac"`
  return row
}

export async function markUsed(db: Db, id: string): Promise<void> {
  await db`update phone_codes set used_at = now() where id = ${id}`
}

export async function isLocked(db: Db, phone: string): Promise<boolean> {
  const rows = await db`select from phone_failures where phone = ${phone} and locked_until > now()`
  return rows.length > 0
}

/** Counts a wrong code and returns how many there were since the last right one. */
export async function countFailure(db: Db, phone: string): Promise<number> {
  const [row] = await db<{ failures: number }[]>`
    insert into phone_failures (phone, failures) values (${phone}, 1)
    on conflict (phone) do update set failures = phone_failures.failures + 1, updated_at = now()
    returning failures`
  return (row as { failures: number }).failures
}

export async function lockPhone(db: Db, phone: string, hours: number): Promise<void> {
  await db`update phone_failures set locked_until = now() + make_interval(hours => ${hours}) where phone = ${phone}`
}

export async function clearFailures(db: Db, phone: string): Promise<void> {
  await db`delete from phone_failures where phone = ${phone}`
}
