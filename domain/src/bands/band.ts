import * as z from 'zod/mini'
import { BandEventTypeSchema } from '@gaffer/domain/shared/event-type-schema'
import { Color, Id, Timestamp } from '@gaffer/domain/shared/common-schemas'
import { AvatarUrlInput } from '@gaffer/domain/images/image'
import { limits } from '@gaffer/domain/shared/limits'
import { memberIconNames } from './member-icons.ts'
import { bandMessages } from './band-messages.ts'
import {
  createClearableTextSchema,
  createOptionalLineSchema,
  createOptionalTextSchema,
  createRequiredLineSchema,
} from '@gaffer/domain/shared/plain-text'

/** `own`: members see their own ledger entries, admins and owners all. */
export const ledgerVisibilities = ['own', 'everyone'] as const
export type LedgerVisibility = (typeof ledgerVisibilities)[number]

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
  /** Which ledger entries members see: their own, or those of everyone. */
  ledgerVisibleTo: z.enum(ledgerVisibilities),
  version: z.int(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type Band = z.infer<typeof Band>

const BandName = createRequiredLineSchema(limits.nameLength, bandMessages.bandNameRequired.text)

/** POST /api/bands. A missing display name defaults to the creator's; a blank one is invalid. */
export const NewBandInput = z.strictObject({
  name: BandName,
  description: createOptionalTextSchema(limits.descriptionLength),
  avatarUrl: z.prefault(AvatarUrlInput, null),
  displayName: z.optional(createRequiredLineSchema(limits.nameLength, bandMessages.bandDisplayNameRequired.text)),
  role: createOptionalLineSchema(limits.nameLength),
  icon: z.optional(z.enum(memberIconNames)),
  color: z.optional(Color),
})
export type NewBandInput = z.input<typeof NewBandInput>
export type NewBand = z.output<typeof NewBandInput>

export const AllowedEventTypesSchema = z.array(BandEventTypeSchema).check(
  z.minLength(1, bandMessages.eventTypesRequired),
  z.refine((types) => new Set(types).size === types.length, 'Name each event type once'),
)

/** PATCH /api/bands/{id}: missing fields stay unchanged. */
export const BandChangesInput = z.strictObject({
  name: z.optional(BandName),
  description: z.optional(createClearableTextSchema(limits.descriptionLength)),
  avatarUrl: z.optional(AvatarUrlInput),
  allowedEventTypes: z.optional(AllowedEventTypesSchema),
  /** Only admins and owners may change this field. */
  ledgerVisibleTo: z.optional(z.enum(ledgerVisibilities)),
})
export type BandChanges = z.output<typeof BandChangesInput>
