import { inTransaction, type Db } from '#platform/db/connection.ts'
import { preparedHasRow, preparedCommand, preparedOptionalRow } from '#platform/db/prepared-query.ts'
import { sql } from '#platform/db/sql.ts'
import { lockTextsIfBudgetLeft } from '#platform/db/texts-sent.ts'

/** A browser that signed in to this account within 90 days. It has its own limits on codes and wrong codes. */
export type KnownBrowser = { userId: string; browserHash: Buffer }

// Code requests that share a limit: queries for `secondsUntilAdmitted`.

/** Code requests for a phone number, either from its known browsers or from unknown ones. */
export const phoneCodeRequestsSql = (phone: string, fromKnownBrowser: boolean) => sql`
  select requested_at as at from code_requests where phone = ${phone} and known_browser = ${fromKnownBrowser}`

/** Code requests of unknown browsers from an IP address. */
export const addressCodeRequestsSql = (address: string) => sql`
  select requested_at as at from code_requests where address = ${address} and not known_browser`

export const insertCodeRequest = preparedCommand<{
  id: string
  phone: string
  address: string
  fromKnownBrowser: boolean
}>(`
  insert into code_requests (id, phone, address, known_browser)
  values ($id, $phone, $address, $fromKnownBrowser)`)

export type NewPhoneCode = { id: string; phone: string; flowHash: Buffer; invitationId: string | null }

/** Inserts a row without a code: the job generates the code when it sends it. */
export const insertPhoneCode = preparedCommand<NewPhoneCode>(`
  insert into phone_codes (id, phone, flow_hash, invitation_id, expires_at)
  values ($id, $phone, $flowHash, $invitationId, now() + interval '10 minutes')`)

export const findUnsentCode = preparedOptionalRow<{ phone: string; invitationId: string | null }, { id: string }>(`
  select phone, invitation_id as "invitationId" from phone_codes
  where id = $id and sent_at is null and expires_at > now()`)

const claim = preparedHasRow<{ id: string; codeMac: Buffer }>(`
  update phone_codes set code_mac = $codeMac, sent_at = now() where id = $id and sent_at is null returning 1`)

/** Claims the row for sending this code; false when it is claimed already or SMS_PER_DAY is reached. */
export function claimCodeForSending(
  db: Db,
  { id, codeMac, perDay }: { id: string; codeMac: Buffer; perDay: number },
): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    if (!(await lockTextsIfBudgetLeft(tx, perDay))) return false
    return claim(tx, { id, codeMac })
  })
}

/** Releases the row for a retry after a text that was certainly not sent. */
export const releaseCode = preparedCommand<{ id: string }>(
  `update phone_codes set code_mac = null, sent_at = null where id = $id`,
)

/** `codeMac` is null when no code was sent. */
export type AttemptedCode = { id: string; codeMac: Buffer | null }

/**
 * Counts an attempt against the newest unexpired code that this browser requested for this number, and returns its HMAC.
 * Count and limit are one statement, so that parallel attempts cannot exceed the limit. Requests without a sent code are
 * counted too, so that the response time does not reveal whether the number has an account.
 */
export const consumeAttempt = preparedOptionalRow<AttemptedCode, { phone: string; flowHash: Buffer; most: number }>(`
  update phone_codes set attempts = attempts + 1
  where id = (
    select id from phone_codes where flow_hash = $flowHash and phone = $phone
    order by code_mac is null, created_at desc limit 1
  ) and attempts < $most and used_at is null and expires_at > now()
  returning id, code_mac as "codeMac"`)

export const markCodeUsed = preparedCommand<{ id: string }>(`update phone_codes set used_at = now() where id = $id`)

/** Wrong codes are counted per known browser, and together for all unknown browsers of a number. */
export type AttemptSource = { phone: string; knownBrowser: KnownBrowser | undefined }

export async function isAttemptSourceLockedOut(db: Db, { phone, knownBrowser }: AttemptSource): Promise<boolean> {
  const rows = knownBrowser
    ? await db`select from known_browsers where ${whereBrowser(knownBrowser)} and locked_until > now()`
    : await db`select from phone_failures where phone = ${phone} and locked_until > now()`
  return rows.length > 0
}

/** Counts a wrong code; returns the number of wrong codes since the last right one. */
export async function incrementWrongCodes(db: Db, { phone, knownBrowser }: AttemptSource): Promise<number> {
  const [row] = knownBrowser
    ? await db<{ failures: number }[]>`
        update known_browsers set failures = failures + 1 where ${whereBrowser(knownBrowser)} returning failures`
    : await db<{ failures: number }[]>`
        insert into phone_failures (phone, failures) values (${phone}, 1)
        on conflict (phone) do update set failures = phone_failures.failures + 1, updated_at = now()
        returning failures`
  return row?.failures ?? 0
}

export async function lockOutAttemptSource(
  db: Db,
  { phone, knownBrowser }: AttemptSource,
  hours: number,
): Promise<void> {
  const until = sql`now() + make_interval(hours => ${hours})`
  if (knownBrowser) await db`update known_browsers set locked_until = ${until} where ${whereBrowser(knownBrowser)}`
  else await db`update phone_failures set locked_until = ${until} where phone = ${phone}`
}

/** A right code, in any browser, also ends the lock for unknown browsers. */
export async function clearWrongCodes(db: Db, { phone, knownBrowser }: AttemptSource): Promise<void> {
  await db`delete from phone_failures where phone = ${phone}`
  if (!knownBrowser) return
  await db`update known_browsers set failures = 0, locked_until = null where ${whereBrowser(knownBrowser)}`
}

const whereBrowser = ({ userId, browserHash }: KnownBrowser) =>
  sql`browser_hash = ${browserHash} and user_id = ${userId}`
