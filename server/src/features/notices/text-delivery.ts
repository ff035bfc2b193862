// The job that texts a notice to a recipient without push messages.

import { nameIfAllowedInText, fallbackBandName } from '@gaffer/domain/shared/names-in-messages'
import { countSmsSegments, transliterateToGsm } from '@gaffer/domain/messages/sms-segments'
import type { Services } from '#services.ts'
import { sendAtMostOnce } from '#providers/send-at-most-once.ts'
import { claimNoticeText, releaseNoticeClaim } from './delivery-claims.ts'
import { listUndeliveredNotices, finishDeliveries, type UndeliveredNotice } from './delivery-store.ts'

type TextServices = Pick<Services, 'db' | 'config' | 'sms' | 'metrics' | 'log'>

export async function textQueuedNotice(services: TextServices, { noticeId }: { noticeId: string }): Promise<void> {
  const { db, config, sms, metrics, log } = services
  const [notice] = await listUndeliveredNotices(db, { noticeIds: [noticeId], way: 'sms' })
  if (!notice) return
  const isWanted = notice.isWanted && config.smsNotices && notice.devices.length === 0
  let isClaimed = false
  const isSent =
    isWanted &&
    (await sendAtMostOnce(log, {
      reference: noticeId,
      failureMessage: 'Notice not texted: the provider failed',
      claim: async () => (isClaimed = await claimNoticeText(db, notice, config.smsLimits.perDay)),
      send: () => sms.send({ to: notice.phone, body: textOf(notice, config.publicUrl), reference: noticeId }),
      release: () => releaseNoticeClaim(db, noticeId, 'sms'),
    }))
  const outcome = isSent ? 'sent' : isClaimed ? 'failed' : 'dropped'
  await finishDeliveries(db, { noticeIds: [noticeId], way: 'sms', outcome })
  metrics.countNotice('sms', outcome)
}

/**
 * The text of a notice, with its link if it then still fits into one segment. Titles and names are members' words: those that texts do not
 * allow are left out.
 */
function textOf({ title, bandName, url }: UndeliveredNotice, publicUrl: string): string {
  const band = (bandName && nameIfAllowedInText(bandName)) ?? fallbackBandName
  const text = transliterateToGsm(`${band}: ${withoutLinks(title)}`)
  const withLink = `${text} ${publicUrl}${url}`
  return countSmsSegments(withLink) === 1 ? withLink : text
}

/** An event's title may be a web address, which phones make a link of. */
function withoutLinks(title: string): string {
  return title.replaceAll(/(?<=\S)[./@](?=\S)/g, ' ')
}
