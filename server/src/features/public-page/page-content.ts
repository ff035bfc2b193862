// The content of a public page, before it becomes HTML, a feed or structured data.

import { endOfSpan } from '@gaffer/domain/shared/span'
import { londonInstant, dayInWords } from '@gaffer/domain/shared/dates'
import { shortTime } from '@gaffer/domain/shared/short-dates'
import type { Db } from '#platform/db/connection.ts'
import { listComingGigs, listPastGigs, type ListedGig, type PageOfBand } from './store.ts'

export type PageContent = PageOfBand & {
  url: string
  pictureUrl: string | null
  coming: ListedGig[]
  past: ListedGig[]
  today: string
}

const defaultColor = '#a34800'

export function getPageColor({ color }: Pick<PageOfBand, 'color'>): string {
  return color ?? defaultColor
}

export async function readPageContent(
  db: Db,
  page: PageOfBand,
  { url, today }: { url: string; today: string },
): Promise<PageContent> {
  const [coming, past] = await Promise.all([listComingGigs(db, page), page.showsPast ? listPastGigs(db, page) : []])
  const pictureUrl = page.avatarUrl && `/b/${page.slug}/picture.webp?v=${extractPictureVersion(page.avatarUrl)}`
  return { ...page, url, pictureUrl, today, coming, past }
}

/** The version parameter in the picture's address: the same for "/images/0192….webp" and "0192….webp". */
export function extractPictureVersion(file: string): string {
  return file.slice(-17, -5)
}

/** The times of a gig, such as "8 PM – 11 PM"; null for a gig without a start time, and for a gig of all day or of several days. */
export function formatGigTimes({ startTime, endTime, isAllDay, endDate, date }: ListedGig): string | null {
  if (isAllDay || startTime === null) return null
  if (endDate !== null && endDate !== date) return null
  return endTime === null ? shortTime(startTime) : `${shortTime(startTime)} – ${shortTime(endTime)}`
}

/** The days of a gig, such as "Friday 28 November" or "Friday 28 November – Sunday 30 November". */
export function formatGigDays({ date, endDate }: ListedGig): string {
  return endDate === null || endDate === date ? dayInWords(date) : `${dayInWords(date)} – ${dayInWords(endDate)}`
}

/**
 * The start in ISO 8601 with London's offset, such as "2026-12-06T20:00:00+00:00"; only the date for an all-day gig, and without a start
 * time.
 */
export function formatIsoStart({ date, startTime, isAllDay }: ListedGig): string {
  return isAllDay || startTime === null ? date : formatIsoInLondon(date, startTime)
}

/** The end in ISO 8601 with London's offset; without an end time, the last day of a gig on several days, and null for a gig on one day. */
export function formatIsoEnd(gig: ListedGig): string | null {
  const end = endOfSpan(gig)
  if (end) return formatIsoInLondon(end.date, end.time)
  return gig.endDate === null || gig.endDate === gig.date ? null : gig.endDate
}

function formatIsoInLondon(date: string, time: string): string {
  const wallClock = Date.parse(`${date}T${time}:00Z`)
  const minutes = Math.round((wallClock - londonInstant(date, time)) / 60_000)
  const offset = `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
  return `${date}T${time}:00+${offset}`
}
