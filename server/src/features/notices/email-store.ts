import * as z from 'zod/mini'
import { limits } from '@gaffer/domain/shared/limits'
import { command, literal, optionalRow, sql } from '#platform/db/statement.ts'

/** Inserts a request with the id of its message, and ends the codes for other addresses. The code itself is made when the mail is sent. */
export const insertEmailCode = command(sql<{ id: string; userId: string; email: string }>`
  with ended as (
    update notice_email_codes set ended_at = $now
    where user_id = $userId and ended_at is null and lower(email) <> lower($email))
  insert into notice_email_codes (id, user_id, email, requested_at, expires_at)
  values ($id, $userId, $email, $now, $now + make_interval(secs => ${literal(limits.codeSeconds)}))`)

/** The request of a code, locked until the transaction ends; undefined if the code is sent already, ended or expired. */
export const lockUnsentEmailCode = optionalRow(
  z.strictObject({ email: z.string() }),
  sql<{ id: string }>`
    select email from notice_email_codes
    where id = $id and code_mac is null and ended_at is null and expires_at > $now for no key update`,
)

/** Pass null for `codeMac` if the mail was certainly not sent. */
export const updateEmailCodeMac = command(sql<{ id: string; codeMac: Buffer | null }>`
  update notice_email_codes set code_mac = $codeMac where id = $id`)

export const markEmailCodeBounced = command(sql<{ id: string }>`
  update notice_email_codes set bounced_at = $now where id = $id`)

/**
 * Counts an attempt against the newest code that was sent to the user, and returns its HMAC; undefined if the code expired or has no
 * attempts left. The HMAC is null if no code was sent. Count and limit are one statement: parallel attempts cannot exceed the limit.
 */
export const consumeEmailCodeAttempt = optionalRow(
  z.strictObject({ id: z.string(), email: z.string(), codeMac: z.nullable(z.instanceof(Buffer)) }),
  sql<{ userId: string; maxAttempts: number }>`
    update notice_email_codes set attempts = attempts + 1
    where id = (
      select id from notice_email_codes where user_id = $userId and ended_at is null
      order by code_mac is null, requested_at desc limit 1
    ) and attempts < $maxAttempts and ended_at is null and expires_at > $now
    returning id, email, code_mac as "codeMac"`,
)

export const endEmailCodes = command(sql<{ userId: string }>`
  update notice_email_codes set ended_at = $now where user_id = $userId and ended_at is null`)

export const upsertVerifiedEmail = command(sql<{ userId: string; email: string }>`
  insert into notice_emails (user_id, email, verified_at) values ($userId, $email, $now)
  on conflict (user_id) do update set email = excluded.email, verified_at = excluded.verified_at, bounced_at = null`)

export const deleteVerifiedEmail = command(sql<{ userId: string }>`
  delete from notice_emails where user_id = $userId`)

/** Marks the address as bounced, for all accounts that use it. */
export const markVerifiedEmailBounced = command(sql<{ email: string }>`
  update notice_emails set bounced_at = $now where lower(email) = lower($email)`)

/** The verified address, else the address for which a code was last requested. */
export const findVerifiedOrPendingEmail = optionalRow(
  z.strictObject({ email: z.string(), isVerified: z.boolean(), hasBounced: z.boolean() }),
  sql<{ userId: string }>`
    (select email, true as "isVerified", bounced_at is not null as "hasBounced"
      from notice_emails where user_id = $userId)
    union all
    (select email, false, bounced_at is not null
      from notice_email_codes where user_id = $userId and ended_at is null order by requested_at desc limit 1)
    order by "isVerified" desc limit 1`,
)
