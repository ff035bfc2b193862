import { nameIfAllowedInText, fallbackBandName } from '@gaffer/domain/shared/names-in-messages'
import { countSmsSegments, transliterateToGsm } from '@gaffer/domain/messages/sms-segments'
import type { NoticeToDeliver } from './delivery-store.ts'

/**
 * Composes the text of a notice, with its link if both fit into one segment. A band name that texts do not allow is replaced, and no link is left in
 * the title.
 */
export function composeNoticeText({ title, bandName, url }: NoticeToDeliver, publicUrl: string): string {
  const band = (bandName && nameIfAllowedInText(bandName)) ?? fallbackBandName
  const text = transliterateToGsm(`${band}: ${removeLinks(title)}`)
  const withLink = `${text} ${publicUrl}${url}`
  return countSmsSegments(withLink) === 1 ? withLink : text
}

/** Replaces the dots and slashes of web addresses in an event's title, which phones would show as links. */
function removeLinks(title: string): string {
  return title.replaceAll(/(?<=\S)[./@](?=\S)/g, ' ')
}
