import type { AccessLevel } from '@gaffer/domain/bands/access'
import type { Db } from '#platform/db/connection.ts'
import { defineHook } from '#platform/hook.ts'

export type MemberOfBand = { bandId: string; userId: string }

/** `eventIds` are the events that went with the member. The name is a general one and `userId` null if the account was erased. */
export type DepartedMember = { membershipId: string; name: string; userId: string | null; eventIds: string[] }

/** A member joined a band with a complete name. */
export const memberJoined = defineHook<[tx: Db, member: MemberOfBand]>()
/** A membership ends. `actorId` is null if the member erased the account. */
export const memberLeft = defineHook<[tx: Db, by: { bandId: string; actorId: string | null }, member: DepartedMember]>()
/** An owner changed the access of another member. */
export const accessChanged =
  defineHook<[tx: Db, owner: MemberOfBand, member: { userId: string; access: AccessLevel }]>()
