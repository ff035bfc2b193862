import type { AccessLevel } from '@gaffer/domain/bands/access'
import type { Config } from '#config.ts'
import type { Db, JobInserter } from '#platform/db/connection.ts'
import { defineHook } from '#platform/hook.ts'

export type MemberOfBand = { bandId: string; userId: string }

/** `eventIds` are the events that were deleted with the membership. After an erasure `userId` is null and `name` is `formerMemberName`. */
export type DepartedMember = { membershipId: string; name: string; userId: string | null; eventIds: string[] }

/** A member joined a band. For a member without a name the hook runs once they have a name. */
export const memberJoined = defineHook<[tx: Db, member: MemberOfBand]>()
/** The membership of a joined member ends. `actorId` is null if the member erased the account. */
export const memberLeft = defineHook<[tx: Db, by: { bandId: string; actorId: string | null }, member: DepartedMember]>()
/** The last member erases the account, and the band is deleted next. */
export const bandEnding =
  defineHook<[services: { jobs: JobInserter; config: Config }, tx: Db, band: { bandId: string }]>()
/** An owner changed the access of another member. */
export const accessChanged =
  defineHook<[tx: Db, owner: MemberOfBand, member: { userId: string; access: AccessLevel }]>()
