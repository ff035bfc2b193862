import type { PushPayload } from '@gaffer/domain/notices/push-payload'
import { maxPushPayloadBytes } from '#providers/push.ts'
import type { NoticeToDeliver } from './delivery-store.ts'

/** Composes a payload of at most `maxPushPayloadBytes` bytes. A long body is cut. */
export function composePushPayload(notice: NoticeToDeliver): string {
  const { id, kind, title, body, url, bandId, bandName, eventId, membershipId, isOpen } = notice
  const isAnswerRequest = kind === 'answer.asked' || kind === 'answer.nudge'
  const payload: PushPayload = {
    id,
    kind,
    title: bandName === null ? title : `${title} · ${bandName}`,
    body,
    url,
    bandId,
    eventId,
    membershipId,
    actions: isAnswerRequest && isOpen ? ['yes', 'no'] : [],
  }
  const text = JSON.stringify(payload)
  const excess = Buffer.byteLength(text) - maxPushPayloadBytes
  if (excess <= 0) return text
  // Each character takes at least one byte, so that the payload fits without `excess + 3` characters and with the 3 bytes of “…”.
  return composePushPayload({ ...notice, body: `${[...body].slice(0, -(excess + 3)).join('')}…` })
}
