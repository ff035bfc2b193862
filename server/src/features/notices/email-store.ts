import { limits } from '@gaffer/domain/shared/limits'
import { preparedHasRow, preparedCommand, preparedOptionalRow } from '#platform/db/prepared-query.ts'
import { sql } from '#platform/db/sql.ts'

// Codes that share a limit: queries for `secondsUntilAdmitted`.

export const emailCodesByUserSql = (userId: string) =>
  sql`select requested_at as at from notice_email_codes where user_id = ${userId}`

/** Codes that any user requested for an address, whatever its case: mail servers ignore case. */
export const emailCodesByEmailSql = (email: string) =>
  sql`select requested_at as at from notice_email_codes where lower(email) = lower(${email})`

/** Inserts a row without a code, which the job generates, and ends the codes for other addresses. */
export const insertEmailCode = preparedCommand<{ id: string; userId: string; email: string }>(`
  with ended as (
    update notice_email_codes set ended_at = now()
    where user_id = $userId and ended_at is null and lower(email) <> lower($email))
  insert into notice_email_codes (id, user_id, email, expires_at)
  values ($id, $userId, $email, now() + make_interval(secs => ${limits.codeSeconds}))`)

export const findUnsentEmailCode = preparedOptionalRow<{ email: string }, { id: string }>(`
  select email from notice_email_codes
  where id = $id and sent_at is null and ended_at is null and expires_at > now()`)

/** Claims the row for sending this code; false when it is claimed already or has ended. */
export const claimEmailCodeForSending = preparedHasRow<{ id: string; codeMac: Buffer }>(`
  update notice_email_codes set code_mac = $codeMac, sent_at = now()
  where id = $id and sent_at is null and ended_at is null returning 1`)

/** Releases the row for a retry after a mail that was certainly not sent. */
export const releaseEmailCode = preparedCommand<{ id: string }>(
  `update notice_email_codes set code_mac = null, sent_at = null where id = $id`,
)

export const markEmailCodeBounced = preparedCommand<{ id: string }>(
  `update notice_email_codes set bounced_at = now() where id = $id`,
)

/** `codeMac` is null while the code is not sent. */
export type AttemptedEmailCode = { id: string; email: string; codeMac: Buffer | null }

/**
 * Counts an attempt against the newest code of the user, and returns its HMAC. Count and limit are one statement, so that parallel
 * attempts cannot exceed the limit.
 */
export const consumeEmailCodeAttempt = preparedOptionalRow<AttemptedEmailCode, { userId: string; most: number }>(`
  update notice_email_codes set attempts = attempts + 1
  where id = (
    select id from notice_email_codes where user_id = $userId and ended_at is null
    order by code_mac is null, requested_at desc limit 1
  ) and attempts < $most and ended_at is null and expires_at > now()
  returning id, email, code_mac as "codeMac"`)

/** Ends all codes of the user. */
export const endEmailCodes = preparedCommand<{ userId: string }>(
  `update notice_email_codes set ended_at = now() where user_id = $userId and ended_at is null`,
)

export const upsertVerifiedEmail = preparedCommand<{ userId: string; email: string }>(`
  insert into notice_emails (user_id, email) values ($userId, $email)
  on conflict (user_id) do update set email = excluded.email, verified_at = excluded.verified_at, bounced_at = null`)

export const deleteVerifiedEmail = preparedCommand<{ userId: string }>(
  `delete from notice_emails where user_id = $userId`,
)

export const markVerifiedEmailBounced = preparedCommand<{ email: string }>(
  `update notice_emails set bounced_at = now() where lower(email) = lower($email)`,
)

export type EmailRow = { email: string; isVerified: boolean; hasBounced: boolean }

/** The verified address, else the one that a code was last asked for. */
export const findVerifiedOrPendingEmail = preparedOptionalRow<EmailRow, { userId: string }>(`
  (select email, true as "isVerified", bounced_at is not null as "hasBounced"
    from notice_emails where user_id = $userId)
  union all
  (select email, false, bounced_at is not null
    from notice_email_codes where user_id = $userId and ended_at is null order by requested_at desc limit 1)
  order by "isVerified" desc limit 1`)
