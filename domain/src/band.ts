import * as z from 'zod/mini'
import { BandEventTypeSchema } from './event-type-schema.ts'
import { Color, Id, Timestamp } from './common-schemas.ts'
import { AvatarUrlInput } from './image.ts'
import { limits } from './limits.ts'
import { memberIconNames } from './member-icons.ts'
import { messages } from './messages.ts'
import {
  createClearableTextSchema,
  createOptionalLineSchema,
  createOptionalTextSchema,
  createRequiredLineSchema,
} from './plain-text.ts'

export const defaultAllowedEventTypes = ['practice', 'public_gig'] as const

export const Band = z.strictObject({
  id: Id,
  name: z.string(),
  description: z.nullable(z.string()),
  avatarUrl: z.nullable(z.string()),
  profileImage: z.nullable(z.string()),
  bio: z.nullable(z.string()),
  hometown: z.nullable(z.string()),
  socials: z.record(z.string(), z.string()),
  genres: z.array(z.string()),
  spotifyArtistId: z.nullable(z.string()),
  appleArtistId: z.nullable(z.string()),
  allowedEventTypes: z.array(BandEventTypeSchema),
  version: z.int(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type Band = z.infer<typeof Band>

const name = createRequiredLineSchema(limits.nameLength, messages.bandNameRequired.text)

/** POST /api/bands. A missing display name defaults to the creator's; a blank one is invalid. */
export const NewBandInput = z.strictObject({
  name,
  description: createOptionalTextSchema(limits.descriptionLength),
  avatarUrl: z.prefault(AvatarUrlInput, null),
  displayName: z.optional(createRequiredLineSchema(limits.nameLength, messages.bandDisplayNameRequired.text)),
  role: createOptionalLineSchema(limits.nameLength),
  icon: z.optional(z.enum(memberIconNames)),
  color: z.optional(Color),
})
export type NewBandInput = z.input<typeof NewBandInput>
export type NewBand = z.output<typeof NewBandInput>

export const AllowedEventTypesSchema = z.array(BandEventTypeSchema).check(
  z.minLength(1, messages.eventTypesRequired),
  z.refine((types) => new Set(types).size === types.length, 'Name each event type once'),
)

/** PATCH /api/bands/{id}: missing fields stay unchanged. */
export const BandChangesInput = z.strictObject({
  name: z.optional(name),
  description: z.optional(createClearableTextSchema(limits.descriptionLength)),
  avatarUrl: z.optional(AvatarUrlInput),
  allowedEventTypes: z.optional(AllowedEventTypesSchema),
})
export type BandChanges = z.output<typeof BandChangesInput>
