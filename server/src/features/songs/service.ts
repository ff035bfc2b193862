import { randomUUIDv7 } from 'node:crypto'
import { limits } from '@gaffer/domain/shared/limits'
import { eventMessages } from '@gaffer/domain/events/event-messages'
import { songMessages } from '@gaffer/domain/songs/song-messages'
import { AppError } from '@gaffer/domain/shared/app-error'
import { spotifyCoverHost } from '@gaffer/domain/songs/spotify-address'
import type { ParsedSong, ReadinessStatus, Song } from '@gaffer/domain/songs/song'
import type { SongChanges } from '@gaffer/domain/songs/song-changes'
import { canAddSongsAs, canChangeVetoOf, canSetReadinessOf } from '@gaffer/domain/songs/access'
import { hasSameSong } from '@gaffer/domain/songs/same-song'
import { inTransaction, type Db } from '#platform/db/connection.ts'
import type { Services } from '#services.ts'
import { logActivity } from '#features/activity/service.ts'
import { songAdded } from './hooks.ts'
import type { MemberContext } from '#platform/verified-identities.ts'
import { invalidFieldError, notFoundError, orNotFound, refuseDuplicate } from '#platform/refusals.ts'
import {
  deleteVetoRow,
  findSong,
  listSongsOfBand,
  insertSong,
  insertVeto,
  listSongTitlesAndArtists,
  lockDeletedSong,
  lockBandForPracticeList,
  lockSong,
  restoreDeletedSong,
  softDeleteSong,
  uniqueTrackConstraint,
  updateSongDetails,
  upsertReadiness,
  type SongDetails,
} from './store.ts'

/** The practice list in the order in which its songs were added. The client sorts it by practice order (`sortByPracticeOrder`). */
export function listSongs(db: Db, member: MemberContext): Promise<Song[]> {
  return listSongsOfBand(db, member)
}

export async function addSong(services: Services, db: Db, member: MemberContext, input: ParsedSong): Promise<Song> {
  refuseForeignCoverUrl(services, input.imageUrl)
  const { addedByMembershipId } = input
  if (addedByMembershipId !== null && !canAddSongsAs(member, addedByMembershipId)) throw notYourMembershipError()
  return inTransaction(db, async (tx) => {
    await lockBandForPracticeList(tx, member)
    await refuseDuplicateOrFull(tx, member, input)
    const song = orNotFound(await refuseSameTrack(() => insertSong(tx, { ...member, id: randomUUIDv7(), ...input })))
    await logActivity(tx, member, { verb: 'added_song', subject: song.title })
    await songAdded.run(tx, member, song.id)
    return song
  })
}

/** Refuses a song that is on the list, and any song if the list is full. Lock the list first. */
async function refuseDuplicateOrFull(
  tx: Db,
  member: MemberContext,
  song: Pick<Song, 'title' | 'artist'>,
): Promise<void> {
  const listedSongs = await listSongTitlesAndArtists(tx, member)
  if (hasSameSong(song, listedSongs)) throw new AppError('conflict', songMessages.songTwice)
  if (listedSongs.length >= limits.songsPerBand) throw new AppError('conflict', songMessages.songsFull)
}

const refuseSameTrack = <T>(write: () => Promise<T>) =>
  refuseDuplicate(uniqueTrackConstraint, songMessages.songTwice, write)

export async function changeSong(db: Db, member: MemberContext, songId: string, changes: SongChanges): Promise<Song> {
  return inTransaction(db, async (tx) => {
    const stored = orNotFound(await lockSong(tx, { ...member, songId }))
    // A field that a PATCH leaves out is absent, never undefined, so that the spread keeps the stored value.
    await updateSongDetails(tx, { ...stored, ...(changes as Partial<SongDetails>), ...member, songId })
    return orNotFound(await findSong(tx, { ...member, songId }))
  })
}

export async function deleteSong(db: Db, member: MemberContext, songId: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { title: subject } = orNotFound(await lockSong(tx, { ...member, songId }))
    const deletionId = await logActivity(tx, member, { verb: 'removed_song', subject })
    await softDeleteSong(tx, { ...member, songId, deletionId })
  })
}

/**
 * Restores a song removed within `limits.restorableDays`, unless the list is full or has the song again. If the song is not removed,
 * returns it unchanged, so that a repeated Undo succeeds.
 */
export function restoreSong(db: Db, member: MemberContext, songId: string): Promise<Song> {
  return inTransaction(db, async (tx) => {
    await lockBandForPracticeList(tx, member)
    const song = await lockDeletedSong(tx, { ...member, songId })
    if (song) {
      await refuseDuplicateOrFull(tx, member, song)
      await refuseSameTrack(() => restoreDeletedSong(tx, { ...member, songId }))
      await logActivity(tx, member, { verb: 'restored_song', subject: song.title })
    }
    return orNotFound(await findSong(tx, { ...member, songId }))
  })
}

export async function setReadiness(
  db: Db,
  member: MemberContext,
  songId: string,
  { membershipId, status }: { membershipId: string; status: ReadinessStatus },
): Promise<Song> {
  if (!canSetReadinessOf(member, membershipId)) throw notYourMembershipError()
  if (!(await upsertReadiness(db, { ...member, songId, status }))) throw notFoundError()
  return orNotFound(await findSong(db, { ...member, songId }))
}

export async function addVeto(
  db: Db,
  member: MemberContext,
  songId: string,
  { membershipId }: { membershipId: string },
): Promise<Song> {
  requireOwnVeto(member, membershipId)
  if (!(await insertVeto(db, { ...member, songId }))) throw notFoundError()
  return orNotFound(await findSong(db, { ...member, songId }))
}

/** Idempotent: also succeeds if there is no veto. */
export async function deleteVeto(
  db: Db,
  member: MemberContext,
  songId: string,
  { membershipId }: { membershipId: string },
): Promise<void> {
  requireOwnVeto(member, membershipId)
  if (await deleteVetoRow(db, { ...member, songId })) return
  orNotFound(await findSong(db, { ...member, songId }))
}

/** Accepts only covers from Spotify, or from the fake Spotify in development. */
export function refuseForeignCoverUrl({ spotify }: Services, imageUrl: string | null): void {
  const origins = [`https://${spotifyCoverHost}`, ...(spotify ? [spotify.imageOrigin] : [])]
  if (imageUrl === null || origins.some((origin) => imageUrl.startsWith(`${origin}/`))) return
  throw invalidFieldError('imageUrl', songMessages.notSpotifyAddress)
}

function requireOwnVeto(member: MemberContext, membershipId: string): void {
  if (!canChangeVetoOf(member, membershipId)) throw notYourMembershipError()
}

function notYourMembershipError(): AppError {
  return new AppError('not_allowed', eventMessages.notYourMembership)
}
