// The practice list: its songs, and each member's own word on them. Any member adds and removes songs.

import { randomUUIDv7 } from 'node:crypto'
import { messages } from '@gaffer/domain/messages'
import { Refusal } from '@gaffer/domain/refusal'
import { imageHost } from '@gaffer/domain/spotify-address'
import type { NewSong, ReadinessStatus, Song } from '@gaffer/domain/song'
import type { Db } from '#db/connection.ts'
import type { Deps } from '#deps.ts'
import type { ActingMember } from '#http/gate/gates.ts'
import { reading } from '#http/gate/reading.ts'
import {
  deleteSongRow,
  deleteVetoRow,
  findSong,
  findSongs,
  hasMostSongs,
  insertSong,
  insertVeto,
  isTrackTwice,
  songsOfBand,
  upsertReadiness,
} from './store.ts'

/** In the order in which they were added; practice order is the reader's (`inPracticeOrder`). */
export const readSongs = reading(songsOfBand)

/** The same for a service that goes on with them. */
export function listSongs(db: Db, acting: ActingMember): Promise<Song[]> {
  return findSongs(db, acting)
}

export async function addSong(deps: Deps, db: Db, acting: ActingMember, input: NewSong): Promise<Song> {
  refuseForeignCover(deps, input.imageUrl)
  if (input.addedByMembershipId !== null) refuseOthers(acting, input.addedByMembershipId)
  try {
    const song = await insertSong(db, acting, { id: randomUUIDv7(), ...input })
    if (!song && (await hasMostSongs(db, acting))) throw new Refusal('clash', messages.songsFull)
    return found(song)
  } catch (error) {
    if (isTrackTwice(error)) throw new Refusal('clash', messages.songTwice)
    throw error
  }
}

export async function deleteSong(db: Db, acting: ActingMember, songId: string): Promise<void> {
  if (!(await deleteSongRow(db, acting, songId))) throw notFound()
}

export async function setReadiness(
  db: Db,
  acting: ActingMember,
  songId: string,
  { membershipId, status }: { membershipId: string; status: ReadinessStatus },
): Promise<Song> {
  refuseOthers(acting, membershipId)
  if (!(await upsertReadiness(db, acting, songId, status))) throw notFound()
  return found(await findSong(db, acting, songId))
}

export async function addVeto(
  db: Db,
  acting: ActingMember,
  songId: string,
  { membershipId }: { membershipId: string },
): Promise<Song> {
  refuseOthers(acting, membershipId)
  if (!(await insertVeto(db, acting, songId))) throw notFound()
  return found(await findSong(db, acting, songId))
}

/** Taking back a veto that is not there is as good as done. */
export async function deleteVeto(
  db: Db,
  acting: ActingMember,
  songId: string,
  { membershipId }: { membershipId: string },
): Promise<void> {
  refuseOthers(acting, membershipId)
  if (await deleteVetoRow(db, acting, songId)) return
  found(await findSong(db, acting, songId))
}

/** A cover on this machine is a stand-in's for Spotify; nobody else's may be linked to. */
function refuseForeignCover({ spotify }: Deps, imageUrl: string | null): void {
  const origins = [`https://${imageHost}`, ...(spotify ? [spotify.imageOrigin] : [])]
  if (imageUrl === null || origins.some((origin) => imageUrl.startsWith(`${origin}/`))) return
  const message = messages.notSpotifyAddress
  throw new Refusal('invalid_input', message, { issues: [{ path: 'imageUrl', message }] })
}

function refuseOthers(acting: ActingMember, membershipId: string): void {
  if (membershipId !== acting.membershipId) throw new Refusal('not_allowed', messages.notYourMembership)
}

function found(song: Song | undefined): Song {
  if (!song) throw notFound()
  return song
}

function notFound(): Refusal {
  return new Refusal('not_found', messages.notFound)
}
