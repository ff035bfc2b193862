import { AppError } from '@gaffer/domain/shared/app-error'
import { sortDatePair, todayInLondon } from '@gaffer/domain/shared/dates'
import type { CalendarEntry } from '@gaffer/domain/events/event'
import { setlistMessages } from '@gaffer/domain/set-lists/set-list-messages'
import {
  isPracticeOrRehearsal,
  practisedRefusalMessageFor,
  type PractisedSongsInput,
} from '@gaffer/domain/practice/practised'
import type { Song } from '@gaffer/domain/songs/song'
import { endOfSpan, spanInterval } from '@gaffer/domain/shared/span'
import { planSongsToPractise, type PracticePlan } from '@gaffer/domain/practice/practice-plan'
import { listAnswers } from '#features/answers/service.ts'
import { lockAndReadEntry, readEntry } from '#features/events/service.ts'
import { listSongs } from '#features/songs/service.ts'
import { inTransaction, onOneConnection, type Db } from '#platform/db/connection.ts'
import { invalidFieldError, notFoundError } from '#platform/refusals.ts'
import type { MemberContext } from '#platform/verified-identities.ts'
import {
  deleteTicks,
  findNextGig,
  insertTicks,
  lockSongsForUpdate,
  replacePractisedSongs,
  listPractisedSongIds,
  updateLastPractised,
} from './store.ts'

/** A member attends unless they answered No, or are away and have not answered. */
export function readPracticePlan(pool: Db, member: MemberContext, eventId: string): Promise<PracticePlan> {
  return onOneConnection(pool, (db) => planPractice(db, member, eventId))
}

async function planPractice(db: Db, member: MemberContext, eventId: string): Promise<PracticePlan> {
  const [event, songs] = await Promise.all([readPractice(db, member, eventId), listSongs(db, member)])
  const [answers, nextGig = null] = await Promise.all([
    listAnswers(db, member, eventId),
    findNextGig(db, { ...member, date: event.date }),
  ])
  const attending = answers.filter(({ answer, isAway }) => answer !== 'no' && !isAway)
  const minutes = computeLengthInMinutes(event)
  const [today] = sortDatePair(todayInLondon(db.clock.now()), event.date)
  return {
    eventId,
    attending: attending.map(({ membershipId }) => membershipId),
    nextGig: nextGig && { eventId: nextGig.eventId, date: nextGig.date, title: nextGig.title },
    minutes,
    songs: planSongsToPractise({ songs, attending, nextGig, minutes, today }),
  }
}

export function readPractisedSongIds(pool: Db, member: MemberContext, eventId: string): Promise<{ songIds: string[] }> {
  return onOneConnection(pool, async (db) => {
    const [, songIds] = await Promise.all([
      readPractice(db, member, eventId),
      listPractisedSongIds(db, member, eventId),
    ])
    return { songIds }
  })
}

/** Replaces the practised songs of the event, and recomputes when each affected song was last practised. */
export async function setPractisedSongs(
  db: Db,
  member: MemberContext,
  eventId: string,
  { songIds }: PractisedSongsInput,
): Promise<Song[]> {
  return inTransaction(db, async (tx) => {
    await lockPracticeForTicks(tx, member, eventId)
    const before = await listPractisedSongIds(tx, member, eventId)
    const knownIds = await lockSongsForUpdate(tx, member, [...before, ...songIds])
    const unknownSongIndex = songIds.findIndex((id) => !knownIds.has(id))
    if (unknownSongIndex >= 0)
      throw invalidFieldError(`songIds.${unknownSongIndex}`, setlistMessages.practisedSongUnknown)
    await replacePractisedSongs(tx, member, eventId, songIds)
    await updateLastPractised(tx, { ...member, songIds: [...before, ...songIds] })
    const practised = new Set(songIds)
    return (await listSongs(tx, member)).filter(({ id }) => practised.has(id))
  })
}

type Tick = { eventId: string; songId: string }

/** Ticks one song. Keeps the ticks that other members make at the same time. */
export function tickSong(db: Db, member: MemberContext, tick: Tick): Promise<void> {
  return changeTick(db, member, tick, insertTicks)
}

export function untickSong(db: Db, member: MemberContext, tick: Tick): Promise<void> {
  return changeTick(db, member, tick, deleteTicks)
}

function changeTick(
  db: Db,
  member: MemberContext,
  { eventId, songId }: Tick,
  change: typeof insertTicks,
): Promise<void> {
  return inTransaction(db, async (tx) => {
    await lockPracticeForTicks(tx, member, eventId)
    const songIds = [songId]
    if (!(await lockSongsForUpdate(tx, member, songIds)).has(songId)) throw notFoundError()
    await change(tx, { ...member, eventId, songIds })
    await updateLastPractised(tx, { ...member, songIds })
  })
}

/** Serialises changes to the practised songs of the event. Refuses changes before the day of the event. */
async function lockPracticeForTicks(tx: Db, member: MemberContext, eventId: string): Promise<void> {
  const event = requirePractice(await lockAndReadEntry(tx, member, eventId))
  const refusal = practisedRefusalMessageFor(event, todayInLondon(tx.clock.now()))
  if (refusal) throw new AppError('conflict', refusal)
}

async function readPractice(db: Db, member: MemberContext, eventId: string): Promise<CalendarEntry> {
  return requirePractice(await readEntry(db, member, eventId))
}

function requirePractice(event: CalendarEntry): CalendarEntry {
  if (!isPracticeOrRehearsal(event.type)) throw new AppError('invalid_input', setlistMessages.notPractice)
  return event
}

/** The length of the practice; null without an end time. */
function computeLengthInMinutes(event: CalendarEntry): number | null {
  if (!endOfSpan(event)) return null
  const { from, to } = spanInterval(event)
  return to - from
}
