import * as z from 'zod/mini'
import { command, hasRow, literal, manyRows, optionalRow, sql } from '#platform/db/statement.ts'
import { Message, messageWays, type MessageOutcome } from './message.ts'

const messageColumns = sql`
  id, way, purpose, caused_by as "causedBy", network_address as "networkAddress", band_id as "bandId", recipient,
  recipient_id as "recipientId", invitation_id as "invitationId", membership_id as "membershipId", event_id as "eventId",
  ask_id as "askId", kind, body, notice_id as "noticeId", is_requested as "isRequested"`

/** `messages` is a JSON array of `Message` with `dueAt`. Skips a message whose notice or ask has one already. */
export const insertMessageRows = manyRows(
  z.strictObject({ id: z.string() }),
  sql<{ messages: string }>`
    insert into outgoing_messages (
      id, way, purpose, caused_by, network_address, band_id, recipient, recipient_id, invitation_id, membership_id, event_id, ask_id,
      kind, body, notice_id, is_requested, created_at, due_at, counted_at)
    select m.id, m.way, m.purpose, m."causedBy", m."networkAddress", m."bandId", m.recipient, m."recipientId", m."invitationId",
      m."membershipId", m."eventId", m."askId", m.kind, m.body, m."noticeId", m."isRequested", $now, m."dueAt",
      case when m."isRequested" then $now end
    from jsonb_to_recordset($messages::jsonb) as m (
      id uuid, way text, purpose text, "causedBy" uuid, "networkAddress" text, "bandId" uuid, recipient text, "recipientId" uuid,
      "invitationId" uuid, "membershipId" uuid, "eventId" uuid, "askId" uuid, kind text, body text, "noticeId" uuid, "isRequested" boolean,
      "dueAt" timestamptz)
    on conflict do nothing
    returning id`,
)

/** The message; undefined if it is claimed or finished. */
export const findWaitingMessage = optionalRow(
  Message,
  sql<{ id: string }>`
    select ${messageColumns} from outgoing_messages where id = $id and claimed_at is null and outcome is null`,
)

/** Claims the message; false if it is claimed already, finished or deleted. */
export const claimMessageRow = hasRow(sql<{ id: string }>`
  update outgoing_messages
  set claimed_at = $now, counted_at = coalesce(counted_at, $now), attempts = attempts + 1
  where id = $id and claimed_at is null and outcome is null
  returning 1`)

/** Undoes the claim; returns how often the message was tried, undefined if it is finished. */
export const releaseMessageRow = optionalRow(
  z.strictObject({ attempts: z.number() }),
  sql<{ id: string }>`
    update outgoing_messages set claimed_at = null, counted_at = case when is_requested then counted_at end
    where id = $id and outcome is null
    returning attempts`,
)

/** Tries the message again at `dueAt`, with as many attempts as a new message. */
export const postponeMessageRow = command(sql<{ id: string; dueAt: Date }>`
  update outgoing_messages set due_at = $dueAt, attempts = 0 where id = $id and claimed_at is null and outcome is null`)

export const finishMessages = manyRows(
  z.pick(Message, { way: true, purpose: true }),
  sql<{ ids: readonly string[]; outcome: MessageOutcome }>`
    update outgoing_messages set outcome = $outcome, finished_at = $now
    where id = any($ids::uuid[]) and outcome is null
    returning way, purpose`,
)

/** Seconds after which a claim without an outcome belongs to a killed server: all provider timeouts are shorter. */
export const abandonedAfterSeconds = 30

/** A message that is being sent, or whose server was killed while it was sent. */
export const findClaimedMessage = optionalRow(
  z.strictObject({ way: z.enum(messageWays), claimedAt: z.date(), isAbandoned: z.boolean() }),
  sql<{ id: string }>`
    select way, claimed_at as "claimedAt", claimed_at < $now - make_interval(secs => ${literal(abandonedAfterSeconds)}) as "isAbandoned"
    from outgoing_messages where id = $id and claimed_at is not null and outcome is null`,
)

/** Waiting messages without a job, such as messages of an earlier version. */
export const listMessagesWithoutJob = manyRows(
  z.strictObject({ id: z.string(), way: z.enum(messageWays), dueAt: z.date() }),
  sql`
    select m.id, m.way, m.due_at as "dueAt" from outgoing_messages m
    where m.finished_at is null and m.due_at is not null and not exists (
      select from jobs.job j
      where j.name in ('send-text', 'send-mail', 'send-push') and j.state < 'completed' and j.data -> 'messageIds' ? m.id::text)`,
)

export const WaitingPush = z.strictObject({
  id: z.string(),
  attempts: z.number(),
  isAccepted: z.boolean(),
  claimedDevices: z.array(z.string()),
})

export const listWaitingPushes = manyRows(
  WaitingPush,
  sql<{ ids: readonly string[] }>`
    select id, attempts, is_accepted as "isAccepted", claimed_devices as "claimedDevices" from outgoing_messages
    where id = any($ids::uuid[]) and way = 'push' and outcome is null`,
)

/**
 * Claims devices before sending. `claims` is a JSON array of `{ id, deviceIds }`. Returns the claimed messages. Leaves out a message that
 * another worker is sending to any of its devices.
 */
export const claimPushDevices = manyRows(
  z.strictObject({ id: z.string() }),
  sql<{ claims: string }>`
    update outgoing_messages m
    set claimed_devices = m.claimed_devices || c."deviceIds", claimed_at = $now, attempts = m.attempts + 1
    from jsonb_to_recordset($claims::jsonb) as c (id uuid, "deviceIds" uuid[])
    where m.id = c.id and m.outcome is null and not m.claimed_devices && c."deviceIds"
    returning m.id`,
)

/** The result of sending a push message. `released` are devices that certainly got nothing and are tried again. */
export type PushResult = {
  id: string
  isAccepted: boolean
  released: string[]
  outcome: 'sent' | 'failed' | null
}

/** `results` is a JSON array of `PushResult`. */
export const storePushResults = command(sql<{ results: string }>`
  update outgoing_messages m set
    is_accepted = m.is_accepted or r."isAccepted",
    claimed_devices = array(select unnest(m.claimed_devices) except select unnest(r.released)),
    outcome = r.outcome, finished_at = case when r.outcome is not null then $now end
  from jsonb_to_recordset($results::jsonb) as r (id uuid, "isAccepted" boolean, released uuid[], outcome text)
  where m.id = r.id`)
