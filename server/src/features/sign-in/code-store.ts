import * as z from 'zod/mini'
import type { Db } from '#platform/db/connection.ts'
import { command, hasRow, literal, oneRow, optionalRow, sql } from '#platform/db/statement.ts'
import { limits } from '@gaffer/domain/shared/limits'

/** A browser that signed in to the account of `userId` within 90 days. It has its own limits on codes and wrong codes. */
export type KnownBrowser = { userId: string; browserHash: Buffer }

type NewPhoneCode = { id: string; phone: string; flowHash: Buffer; invitationId: string | null }

/** Inserts a request with the id of its message. The code itself is made when the text is sent. */
export const insertPhoneCode = command(sql<NewPhoneCode>`
  insert into phone_codes (id, phone, flow_hash, invitation_id, created_at, expires_at)
  values ($id, $phone, $flowHash, $invitationId, $now, $now + make_interval(secs => ${literal(limits.codeSeconds)}))`)

export const findUnsentCode = optionalRow(
  z.strictObject({ phone: z.string(), invitationId: z.nullable(z.string()) }),
  sql<{ id: string }>`
    select phone, invitation_id as "invitationId" from phone_codes
    where id = $id and code_mac is null and expires_at > $now`,
)

/** Pass null for `codeMac` if the text was certainly not sent. */
export const updateCodeMac = command(sql<{ id: string; codeMac: Buffer | null }>`
  update phone_codes set code_mac = $codeMac where id = $id`)

/**
 * Counts an attempt against the newest sent code that this browser requested for this number, and returns its HMAC; undefined if the code
 * is used, expired or out of attempts. Count and limit are one statement, so that parallel attempts cannot exceed the limit. Without a sent
 * code the newest request is counted, with null as HMAC, so that the response time does not reveal whether the number has an account.
 */
export const consumeCodeAttempt = optionalRow(
  z.strictObject({ id: z.string(), codeMac: z.nullable(z.instanceof(Buffer)) }),
  sql<{ phone: string; flowHash: Buffer; maxAttempts: number }>`
    update phone_codes set attempts = attempts + 1
    where id = (
      select id from phone_codes where flow_hash = $flowHash and phone = $phone
      order by code_mac is null, created_at desc limit 1
    ) and attempts < $maxAttempts and used_at is null and expires_at > $now
    returning id, code_mac as "codeMac"`,
)

export const markCodeUsed = command(sql<{ id: string }>`update phone_codes set used_at = $now where id = $id`)

/** Wrong codes are counted per known browser, and together for all unknown browsers of a number. */
export type AttemptSource = { phone: string; knownBrowser: KnownBrowser | undefined }

const isOfBrowser = sql`browser_hash = $browserHash and user_id = $userId`

const isBrowserLocked = hasRow(sql<KnownBrowser>`
  select from known_browsers where ${isOfBrowser} and locked_until > $now`)
const isPhoneLocked = hasRow(sql<{ phone: string }>`
  select from phone_failures where phone = $phone and locked_until > $now`)

export function isAttemptSourceLockedOut(db: Db, { phone, knownBrowser }: AttemptSource): Promise<boolean> {
  return knownBrowser ? isBrowserLocked(db, knownBrowser) : isPhoneLocked(db, { phone })
}

const Failures = z.strictObject({ failures: z.number() })
const countBrowserFailure = optionalRow(
  Failures,
  sql<KnownBrowser>`update known_browsers set failures = failures + 1 where ${isOfBrowser} returning failures`,
)
const countPhoneFailure = oneRow(
  Failures,
  sql<{ phone: string }>`
    insert into phone_failures (phone, failures, updated_at) values ($phone, 1, $now)
    on conflict (phone) do update set failures = phone_failures.failures + 1, updated_at = $now
    returning failures`,
)

/** Counts a wrong code; returns the number of wrong codes since the last right code. */
export async function incrementWrongCodes(db: Db, { phone, knownBrowser }: AttemptSource): Promise<number> {
  const row = knownBrowser ? await countBrowserFailure(db, knownBrowser) : await countPhoneFailure(db, { phone })
  return row?.failures ?? 0
}

const lockOutBrowser = command(sql<KnownBrowser & { hours: number }>`
  update known_browsers set locked_until = $now + make_interval(hours => $hours) where ${isOfBrowser}`)
const lockOutPhone = command(sql<{ phone: string; hours: number }>`
  update phone_failures set locked_until = $now + make_interval(hours => $hours) where phone = $phone`)

export function lockOutAttemptSource(db: Db, { phone, knownBrowser }: AttemptSource, hours: number): Promise<void> {
  return knownBrowser ? lockOutBrowser(db, { ...knownBrowser, hours }) : lockOutPhone(db, { phone, hours })
}

const clearPhoneFailures = command(sql<{ phone: string }>`delete from phone_failures where phone = $phone`)
const clearBrowserFailures = command(sql<KnownBrowser>`
  update known_browsers set failures = 0, locked_until = null where ${isOfBrowser}`)

/** A right code, in any browser, also ends the lock for unknown browsers. */
export async function clearWrongCodes(db: Db, { phone, knownBrowser }: AttemptSource): Promise<void> {
  await clearPhoneFailures(db, { phone })
  if (knownBrowser) await clearBrowserFailures(db, knownBrowser)
}
