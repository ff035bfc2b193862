// The signed token of an unsubscribe link: user, group of notices and an HMAC over both.

import { noticeGroups, type NoticeGroup } from '@gaffer/domain/notices/notice'
import { hmac, timingSafeEqual, type Keys } from '#platform/keys.ts'

export type UnsubscribeClaim = { userId: string; group: NoticeGroup }

export function makeUnsubscribeToken(keys: Keys, claim: UnsubscribeClaim): string {
  return `${claim.userId}.${claim.group}.${macOf(keys, claim).toString('base64url')}`
}

/** The claim of a token that this server signed; null for any other text. */
export function verifyUnsubscribeToken(keys: Keys, token: string): UnsubscribeClaim | null {
  const [, userId = '', name, mac = ''] = /^([\da-f-]{36})\.([a-z]+)\.([\w-]{43})$/.exec(token) ?? []
  const group = noticeGroups.find((one) => one === name)
  if (!group) return null
  const claim = { userId, group }
  return timingSafeEqual(Buffer.from(mac), Buffer.from(macOf(keys, claim).toString('base64url'))) ? claim : null
}

function macOf(keys: Keys, { userId, group }: UnsubscribeClaim): Buffer {
  return hmac(keys.unsubscribe, userId, group)
}
