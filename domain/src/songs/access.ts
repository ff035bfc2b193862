// Readiness and vetoes belong to one member each: not even an owner changes the readiness or veto of another member.

import type { Actor } from '@gaffer/domain/bands/access'

type Caller = Pick<Actor, 'membershipId'>

/** Members set and remove their own veto only. */
export function canChangeVetoOf(actor: Caller, membershipId: string): boolean {
  return actor.membershipId === membershipId
}

/** A member can set their own readiness only. */
export function canSetReadinessOf(actor: Caller, membershipId: string): boolean {
  return actor.membershipId === membershipId
}

/** Members add songs in their own name only. */
export function canAddSongsAs(actor: Caller, membershipId: string): boolean {
  return actor.membershipId === membershipId
}
