// Set lists: their schemas, total length and readiness.

import * as z from 'zod/mini'
import { Id, Timestamp } from '@gaffer/domain/shared/common-schemas'
import { limits } from '@gaffer/domain/shared/limits'
import { setlistMessages } from './set-list-messages.ts'
import { createOptionalLineSchema, createRequiredLineSchema } from '@gaffer/domain/shared/plain-text'
import { DurationSecondsSchema } from '@gaffer/domain/songs/song-duration'

/**
 * A song, or a break or own line, which has no `songId` but a label. `durationSeconds` is typed for this list; null means the song's own
 * length, and for a break no length.
 */
export const SetlistItem = z.strictObject({
  id: Id,
  songId: z.nullable(Id),
  label: z.nullable(z.string()),
  note: z.nullable(z.string()),
  durationSeconds: z.nullable(z.int()),
  /** The number of charts of the song; 0 for a break or own line. */
  chartCount: z.int(),
})
export type SetlistItem = z.infer<typeof SetlistItem>

export const Setlist = z.strictObject({
  id: Id,
  bandId: Id,
  name: z.string(),
  items: z.array(SetlistItem),
  version: z.int(),
  updatedAt: Timestamp,
  noteCount: z.int(),
  hasUnreadNotes: z.boolean(),
})
export type Setlist = z.infer<typeof Setlist>

/** `id` is set for an item that was in the list before. Either `songId` or `label` is set. */
export const SetlistItemInput = z
  .strictObject({
    id: z.optional(Id),
    songId: z.prefault(z.nullable(Id), null),
    label: createOptionalLineSchema(limits.titleLength),
    note: createOptionalLineSchema(limits.setlistNoteLength),
    durationSeconds: z.prefault(z.nullable(DurationSecondsSchema), null),
    /** Ignored. The field is accepted because clients send items back as they received them. */
    chartCount: z.optional(z.int()),
  })
  .check((ctx) => {
    const { songId, label } = ctx.value
    if (ctx.issues.length > 0 || (songId === null) !== (label === null)) return
    const message = songId === null ? setlistMessages.setlistItemEmpty : setlistMessages.setlistItemSongOrLabel
    ctx.issues.push({ code: 'custom', path: ['label'], message, input: ctx.value })
  })
export type SetlistItemInput = z.input<typeof SetlistItemInput>
export type ParsedSetlistItem = z.output<typeof SetlistItemInput>

const SetlistName = createRequiredLineSchema(limits.nameLength, setlistMessages.setlistNameRequired)
const SetlistItems = z.array(SetlistItemInput).check(z.maxLength(limits.setlistItems, setlistMessages.setlistTooLong))

/** POST of a set list: empty, with items, or with the items of another list of the band (`copyOf`). */
export const SetlistInput = z
  .strictObject({ name: SetlistName, items: z.optional(SetlistItems), copyOf: z.optional(Id) })
  .check(
    z.refine(({ items, copyOf }) => !items || !copyOf, {
      message: setlistMessages.setlistItemsOrCopy,
      path: ['copyOf'],
    }),
  )
export type SetlistInput = z.input<typeof SetlistInput>
export type ParsedSetlist = z.output<typeof SetlistInput>

/** PATCH of a set list. `items` replaces all items; fields left out stay unchanged. */
export const SetlistChangesInput = z.partial(z.strictObject({ name: SetlistName, items: SetlistItems }))
export type SetlistChanges = z.output<typeof SetlistChangesInput>

/** The fields of a song of the practice list that the summary of a set list uses. */
export type SetlistSong = {
  id: string
  durationSeconds: number | null
  readiness: readonly { membershipId: string; status: 'red' | 'amber' | 'green' }[]
}

export type SetlistSummary = {
  /** Number of songs in the list, counting repeated ones; breaks and own lines do not count. */
  songs: number
  /** Number of songs for which every member is green. */
  ready: number
  /** Sum of all known lengths, breaks included. */
  totalSeconds: number
  /** Number of songs with an unknown length: neither typed for this list nor stored with the song. */
  unknownLengths: number
}

/**
 * Total length and readiness of a set list. A song that is no longer on the practice list is not ready.
 *
 * @param members ids of the band's active members; a member without readiness is not ready
 */
export function summarizeSetlist(
  items: readonly Pick<SetlistItem, 'songId' | 'durationSeconds'>[],
  songs: readonly SetlistSong[],
  members: readonly string[],
): SetlistSummary {
  const songById = new Map(songs.map((song) => [song.id, song]))
  const summary: SetlistSummary = { songs: 0, ready: 0, totalSeconds: 0, unknownLengths: 0 }
  for (const { songId, durationSeconds } of items) {
    const song = songId === null ? undefined : songById.get(songId)
    const seconds = durationSeconds ?? song?.durationSeconds ?? null
    summary.totalSeconds += seconds ?? 0
    if (songId === null) continue
    summary.songs += 1
    if (seconds === null) summary.unknownLengths += 1
    if (song && isSongReadyForAll(song, members)) summary.ready += 1
  }
  return summary
}

type SetlistLine = Pick<SetlistItem, 'songId' | 'label' | 'durationSeconds'>

const minBreakSeconds = 300

/** Whether an item is a break, which divides the list: no song, and a label with "break" or "interval" or a length of 5 minutes or more. */
export function isBreak({ songId, label, durationSeconds }: SetlistLine): boolean {
  if (songId !== null) return false
  return /\b(break|interval)\b/i.test(label ?? '') || (durationSeconds ?? 0) >= minBreakSeconds
}

export type SetlistPart = Pick<SetlistSummary, 'songs' | 'totalSeconds' | 'unknownLengths'> & {
  name: string
  /** The index of the part's first item in the list. */
  from: number
}

/** The parts of a list between its breaks. Empty for a list without a break, or with items on one side of its breaks only. */
export function divideSetlist(items: readonly SetlistLine[], songs: readonly SetlistSong[]): SetlistPart[] {
  const starts = [0, ...items.flatMap((item, at) => (isBreak(item) ? [at + 1] : []))]
  const parts = starts.flatMap((from, at) => {
    const next = starts[at + 1]
    const played = items.slice(from, next === undefined ? undefined : next - 1)
    return played.length > 0 ? [{ from, ...summarizeSetlist(played, songs, []) }] : []
  })
  if (parts.length < 2) return []
  const names = parts.length === 2 ? ['First half', 'Second half'] : parts.map((_, at) => `Set ${at + 1}`)
  return parts.map(({ from, songs: count, totalSeconds, unknownLengths }, at) => ({
    name: names[at] ?? '',
    from,
    songs: count,
    totalSeconds,
    unknownLengths,
  }))
}

/** "First half · 5 songs · 22 min · 1 without a length". */
export function formatSetlistPart({ name, songs, totalSeconds, unknownLengths }: SetlistPart): string {
  const facts = [
    name,
    `${songs} ${songs === 1 ? 'song' : 'songs'}`,
    totalSeconds > 0 && formatDuration(totalSeconds),
    unknownLengths > 0 && `${unknownLengths} without a length`,
  ]
  return facts.filter(Boolean).join(' · ')
}

/** The part that begins after the item at this index, in words; null unless the item is the break before a part. */
export function formatPartAfter(parts: readonly SetlistPart[], index: number): string | null {
  const part = parts.find(({ from }) => from > 0 && from === index + 1)
  return part ? formatSetlistPart(part) : null
}

/** The number of each song in the list, from 1; null for breaks and own lines. */
export function numberSongs(items: readonly Pick<SetlistItem, 'songId'>[]): (number | null)[] {
  let count = 0
  return items.map(({ songId }) => (songId === null ? null : (count += 1)))
}

/** True if every one of `members` is green for the song. */
export function isSongReadyForAll(song: Pick<SetlistSong, 'readiness'>, members: readonly string[]): boolean {
  const green = new Set(
    song.readiness.flatMap(({ membershipId, status }) => (status === 'green' ? [membershipId] : [])),
  )
  return members.every((membershipId) => green.has(membershipId))
}

/** "18 of 20 ready". */
export function formatSetlistReadiness({ ready, songs }: Pick<SetlistSummary, 'ready' | 'songs'>): string {
  return `${ready} of ${songs} ready`
}

/** "1 h 12 min", "45 min", "3:30" below ten minutes; for lengths of set lists and songs. */
export function formatDuration(seconds: number): string {
  if (seconds < 600) return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
  const minutes = Math.round(seconds / 60)
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  if (hours === 0) return `${minutes} min`
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`
}
