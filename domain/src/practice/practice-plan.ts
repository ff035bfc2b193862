import * as z from 'zod/mini'
import { Id } from '@gaffer/domain/shared/common-schemas'
import { compareStrings, daysBetween, todayInLondon } from '@gaffer/domain/shared/dates'
import { limits } from '@gaffer/domain/shared/limits'
import { setlistMessages } from '@gaffer/domain/set-lists/set-list-messages'

/**
 * What to play at a practice. `minutes` is the practice's length, null without an end time; a song's `minutes` is its length, null if
 * unknown.
 */
export const PracticePlan = z.strictObject({
  eventId: Id,
  attending: z.array(Id),
  nextGig: z.nullable(z.strictObject({ eventId: Id, date: z.string(), title: z.nullable(z.string()) })),
  minutes: z.nullable(z.int()),
  songs: z.array(
    z.strictObject({
      songId: Id,
      reasons: z.array(z.string()),
      needs: z.array(Id),
      minutes: z.nullable(z.int()),
    }),
  ),
})
export type PracticePlan = z.infer<typeof PracticePlan>

type Readiness = 'red' | 'amber' | 'green'

/** `lastPractisedAt` is ISO 8601 in UTC, null if a practice was never recorded. */
export type PracticeCandidateSong = {
  id: string
  readiness: readonly { membershipId: string; status: Readiness }[]
  vetos: readonly unknown[]
  durationSeconds: number | null
  lastPractisedAt: string | null
}

export type PracticePlanFacts = {
  songs: readonly PracticeCandidateSong[]
  /** The members who come, with the names that reasons use. */
  attending: readonly { membershipId: string; displayName: string }[]
  /** The band's next gig on or after the practice's date, with the songs of its set list. Null if no gig is planned. */
  nextGig: { date: string; songIds: readonly string[] } | null
  /** Length of the practice; null if unknown. */
  minutes: number | null
  /** London's date from which days and weeks are counted: today, or the date of a practice that is over. */
  today: string
}

export type PlannedSong = PracticePlan['songs'][number]

/**
 * Songs for a practice, the most needed one first.
 *
 * A song's need is the sum of:
 * - 40 if it is in the next gig's set list, plus one for each day that the gig is nearer than 30 days;
 * - 0 to 60 for readiness: the average over the members who come, with red or no readiness 60, amber 30, green 0. A green that was not
 *   practised for eight weeks is 15;
 * - 0 to 20 for the time since it was last practised: 2.5 a week, at most eight weeks. A song without a recorded practice has 20.
 *
 * Songs of equal need are in the order of their ids, which is the order of adding. Vetoed songs are left out.
 *
 * The list ends before the song that would exceed `minutes`; a song without a known length counts as 4 minutes. At least one song
 * is planned. Without `minutes` the list has 30 songs at most.
 *
 * `needs` are the members who come and are not green, or green and not practised for eight weeks. A green without a recorded
 * practice counts as green.
 */
export function planSongsToPractise({ songs, attending, nextGig, minutes, today }: PracticePlanFacts): PlannedSong[] {
  const gigSongs = new Set(nextGig?.songIds)
  const ranked = songs
    .filter((song) => song.vetos.length === 0)
    .map((song) => {
      const weeks = weeksSince(song.lastPractisedAt, today)
      const statuses = statusesOf(song, attending)
      const gigDate = nextGig && gigSongs.has(song.id) ? nextGig.date : null
      const need = computeGigNeed(gigDate, today) + computeReadinessNeed(statuses, weeks) + computeAgeNeed(weeks)
      return { song, statuses, weeks, gigDate, need }
    })
    .sort((a, b) => b.need - a.need || compareStrings(a.song.id, b.song.id))

  return ranked.slice(0, countSongsThatFit(ranked, minutes)).map(({ song, statuses, weeks, gigDate }) => ({
    songId: song.id,
    reasons: listReasons({ gigDate, today, statuses, attending, weeks }),
    needs: attending.flatMap(({ membershipId }, index) =>
      statuses[index] !== 'green' || isStale(weeks) ? [membershipId] : [],
    ),
    minutes: song.durationSeconds === null ? null : minutesOf(song.durationSeconds),
  }))
}

/** The status of each member who comes, in the order of `attending`. A member without readiness counts as red. */
function statusesOf(song: PracticeCandidateSong, attending: PracticePlanFacts['attending']): Readiness[] {
  const byMember = new Map(song.readiness.map(({ membershipId, status }) => [membershipId, status]))
  return attending.map(({ membershipId }) => byMember.get(membershipId) ?? 'red')
}

function computeGigNeed(gigDate: string | null, today: string): number {
  return gigDate === null ? 0 : 40 + Math.max(0, 30 - Math.max(0, daysBetween(today, gigDate)))
}

const needByStatus = { red: 60, amber: 30, green: 0 } as const
const staleGreenNeed = 15

function computeReadinessNeed(statuses: Readiness[], weeks: number | null): number {
  const needs = statuses.map((status) => (status === 'green' && isStale(weeks) ? staleGreenNeed : needByStatus[status]))
  return needs.length === 0 ? 0 : needs.reduce<number>((sum, need) => sum + need, 0) / needs.length
}

function computeAgeNeed(weeks: number | null): number {
  return 2.5 * Math.min(weeks ?? limits.staleWeeks, limits.staleWeeks)
}

/** Whole weeks from the London date of the last practice; null if none was recorded. */
function weeksSince(lastPractisedAt: string | null, today: string): number | null {
  if (lastPractisedAt === null) return null
  return Math.max(0, Math.floor(daysBetween(todayInLondon(new Date(lastPractisedAt)), today) / 7))
}

function isStale(weeks: number | null): boolean {
  return weeks !== null && weeks >= limits.staleWeeks
}

function countSongsThatFit(ranked: readonly { song: PracticeCandidateSong }[], minutes: number | null): number {
  if (minutes === null) return limits.songsInPlan
  let [seconds, count] = [0, 0]
  for (const { song } of ranked) {
    seconds += song.durationSeconds ?? limits.unknownSongSeconds
    if (seconds > minutes * 60) break
    count += 1
  }
  return Math.max(1, count)
}

function minutesOf(seconds: number): number {
  return Math.ceil(seconds / 60)
}

/** The reasons of a song as sentences: the gig, readiness, then the last practice. Empty if none applies. */
function listReasons(facts: {
  gigDate: string | null
  today: string
  statuses: Readiness[]
  attending: PracticePlanFacts['attending']
  weeks: number | null
}): string[] {
  const { gigDate, today, statuses, attending, weeks } = facts
  const notReady = attending.flatMap(({ displayName }, index) => (statuses[index] === 'green' ? [] : [displayName]))
  const practised =
    weeks === null ? setlistMessages.neverPractised : setlistMessages.lastPractised(formatWeeksAgo(weeks))
  return [
    ...(gigDate === null ? [] : [setlistMessages.inNextGig(daysBetween(today, gigDate))]),
    ...(notReady.length > 0 ? [setlistMessages.notReadyYet(notReady, attending.length)] : []),
    ...(weeks !== null && weeks < 1 ? [] : [practised]),
  ]
}

/**
 * How long ago a song was last practised, such as "8 weeks ago". Null below eight weeks and without a recorded practice: then a green
 * counts in full.
 *
 * @param lastPractisedAt ISO 8601 in UTC
 * @param today London's date
 */
export function formatStalePracticeAge(lastPractisedAt: string | null, today: string): string | null {
  const weeks = weeksSince(lastPractisedAt, today)
  return weeks !== null && isStale(weeks) ? formatWeeksAgo(weeks) : null
}

/** "1 week ago", "8 weeks ago"; over a year "more than a year ago". */
function formatWeeksAgo(weeks: number): string {
  return weeks > 52 ? 'more than a year ago' : `${weeks} ${weeks === 1 ? 'week' : 'weeks'} ago`
}

/**
 * "12 days, 2 practices left, 3 songs not ready", for a gig's page. Null once the gig's date is over.
 *
 * @param facts.practicesLeft practices and rehearsals from today to the gig that are not cancelled
 * @param facts.songsNotReady songs of its set list that are not green for every member; null without a set list
 */
export function formatGigCountdown(facts: {
  today: string
  gigDate: string
  practicesLeft: number
  songsNotReady: number | null
}): string | null {
  const { today, gigDate, practicesLeft, songsNotReady } = facts
  const days = daysBetween(today, gigDate)
  if (days < 0) return null
  const songs =
    songsNotReady === null
      ? []
      : [songsNotReady === 0 ? 'every song ready' : `${formatCountOf(songsNotReady, 'song')} not ready`]
  const practices = `${practicesLeft === 0 ? 'no practices' : formatCountOf(practicesLeft, 'practice')} left`
  return [days === 0 ? 'Today' : formatCountOf(days, 'day'), practices, ...songs].join(', ')
}

function formatCountOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
