// How a membership ends, whoever ends it: its entries in the band go, days away that other bands rely on stay with
// their person, and the band keeps an owner. Asks nobody's permission; callers do.

import { messages } from '@gaffer/domain/messages'
import { Refusal } from '@gaffer/domain/refusal'
import type { Db } from '#platform/db/connection.ts'
import type { MemberContext } from '#platform/auth-context.ts'
import {
  cancelEventsOf,
  closeBand,
  deleteBand,
  deleteInvitedCardsBy,
  deleteMembership,
  handBackDaysAway,
  handOverEvents,
  hasOtherOwner,
  holdBand,
  holdBandsOf,
  holdMembership,
  isAloneIn,
  listMembershipsToEnd,
  revokeInvitationsBy,
  type EventHolder,
  type MembershipKey,
} from './leaving-store.ts'

/** What the person who removes a member keeps for the band: those events become theirs. */
export type KeptEvents = { by: MemberContext; keepEventIds: readonly string[] }

/** Ends the membership; false when there is none. The last owner's is refused. */
export async function removeMembership(tx: Db, membership: MembershipKey, kept?: KeptEvents): Promise<boolean> {
  await holdBand(tx, membership.bandId)
  const held = await holdMembership(tx, membership)
  if (!held) return false
  if (kept) await keepEvents(tx, { ...membership, userId: held.userId }, kept)
  if (held.userId !== null) {
    if (!(await hasOtherOwner(tx, membership))) throw new Refusal('clash', messages.bandNeedsOwner)
    const leaving = { ...membership, userId: held.userId }
    await cancelEventsOf(tx, leaving)
    await handBackDaysAway(tx, leaving)
    await revokeInvitationsBy(tx, leaving)
  }
  await deleteMembership(tx, membership)
  return true
}

async function keepEvents(tx: Db, from: EventHolder, { by, keepEventIds }: KeptEvents): Promise<void> {
  const ids = [...new Set(keepEventIds)]
  if (ids.length === 0) return
  if ((await handOverEvents(tx, from, by, ids)) !== ids.length) throw new Refusal('not_found', messages.keptEventGone)
}

/** Ends every open invitation that the person made in the band. */
export async function endInvitationsBy(tx: Db, maker: { bandId: string; userId: string }): Promise<void> {
  await deleteInvitedCardsBy(tx, maker)
  await revokeInvitationsBy(tx, maker)
}

/** Ends all of a person's memberships; a band that nobody else is in ends too. Refused while a band of others needs them. */
export async function leaveAllBands(tx: Db, userId: string): Promise<void> {
  await holdBandsOf(tx, userId)
  const memberships = await listMembershipsToEnd(tx, userId)
  const needed = memberships.find(({ isOnlyOwner, isAlone }) => isOnlyOwner && !isAlone)
  if (needed) throw new Refusal('clash', messages.soleOwner(needed.bandName))
  for (const { isAlone, bandName, ...membership } of memberships) {
    if (isAlone) await endBand(tx, membership, bandName)
    else await removeMembership(tx, membership)
  }
}

async function endBand(tx: Db, lastOne: MembershipKey, bandName: string): Promise<void> {
  // First who may be adding something to it, then who may be coming in, then the band: the other way round they would wait
  // for each other. Whoever has come in meanwhile was told so.
  await holdMembership(tx, lastOne)
  await closeBand(tx, lastOne.bandId)
  if (!(await isAloneIn(tx, lastOne))) throw new Refusal('clash', messages.soleOwner(bandName))
  await deleteBand(tx, lastOne.bandId)
}

// For whoever ends all of somebody's memberships and touches their rows first.
export { holdBandsOf }
