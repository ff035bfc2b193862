import type { Enquiry } from '@gaffer/domain/public-page/enquiry'
import { dayInWords } from '@gaffer/domain/shared/dates'

/** A mailto address with a polite beginning, for the member's own mail program. */
export function answerMailTo({ name, email, occasion, dates }: Enquiry, bandName: string): string {
  const when = dates.map((date) => `${dayInWords(date)} ${date.slice(0, 4)}`).join(', ')
  const subject = `${bandName}: ${occasion}`
  const body = [
    `Hello ${name},`,
    `Thank you for asking us to play. You wrote about ${when}.`,
    '',
    `Best wishes,\n${bandName}`,
  ].join('\n\n')
  return `mailto:${encodeURIComponent(email).replace('%40', '@')}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`
}
