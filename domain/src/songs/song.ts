// Songs on a band's practice list, with readiness and vetoes.

import * as z from 'zod/mini'
import { Id, Timestamp } from '@gaffer/domain/shared/common-schemas'
import { limits } from '@gaffer/domain/shared/limits'
import { songMessages } from './song-messages.ts'
import { DurationSecondsSchema } from './song-duration.ts'
import { createOptionalLineSchema, createRequiredLineSchema } from '@gaffer/domain/shared/plain-text'
import {
  SpotifyPreviewUrlSchema,
  SpotifyIdSchema,
  SpotifyTrackUrlSchema,
  SpotifyCoverUrlSchema,
} from './spotify-address.ts'

export const readinessStatuses = ['red', 'amber', 'green'] as const
export const ReadinessStatus = z.enum(readinessStatuses)
export type ReadinessStatus = z.infer<typeof ReadinessStatus>

export const readinessLabels: Record<ReadinessStatus, string> = { red: 'Not Ready', amber: 'Working', green: 'Ready' }

export const Song = z.strictObject({
  id: Id,
  bandId: Id,
  title: z.string(),
  artist: z.string(),
  album: z.nullable(z.string()),
  spotifyId: z.nullable(z.string()),
  spotifyUrl: z.nullable(z.string()),
  imageUrl: z.nullable(z.string()),
  previewUrl: z.nullable(z.string()),
  addedByMembershipId: z.nullable(Id),
  readiness: z.array(z.strictObject({ membershipId: Id, status: ReadinessStatus })),
  vetos: z.array(z.strictObject({ membershipId: Id })),
  createdAt: Timestamp,
  durationSeconds: z.nullable(z.int()),
  key: z.nullable(z.string()),
  /** Beats per minute. */
  tempo: z.nullable(z.int()),
  note: z.nullable(z.string()),
  lastPractisedAt: z.nullable(Timestamp),
  noteCount: z.int(),
  hasUnreadNotes: z.boolean(),
  chartCount: z.int(),
  /** The writers' names, with their shares if the band typed them. */
  writers: z.nullable(z.string()),
  isOwn: z.boolean(),
  lastPlayedOn: z.nullable(z.string()),
})
export type Song = z.infer<typeof Song>

const orNull = <T extends z.ZodMiniType>(schema: T) => z.prefault(z.nullable(schema), null as z.input<T> | null)

/** POST of a song. Only title and artist are required, for songs that are not from Spotify. */
export const SongInput = z.strictObject({
  title: createRequiredLineSchema(limits.titleLength, songMessages.songTitleRequired),
  artist: createRequiredLineSchema(limits.titleLength, songMessages.songArtistRequired),
  album: createOptionalLineSchema(limits.titleLength),
  spotifyId: orNull(SpotifyIdSchema),
  spotifyUrl: orNull(SpotifyTrackUrlSchema),
  imageUrl: orNull(SpotifyCoverUrlSchema),
  previewUrl: orNull(SpotifyPreviewUrlSchema),
  addedByMembershipId: orNull(Id),
  durationSeconds: orNull(DurationSecondsSchema),
})
export type SongInput = z.input<typeof SongInput>
export type ParsedSong = z.output<typeof SongInput>

/** The membership must be the caller's own. */
export const ReadinessInput = z.strictObject({ membershipId: Id, status: ReadinessStatus })
export const VetoInput = z.strictObject({ membershipId: Id })
