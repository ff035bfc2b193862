// Readiness and vetoes belong to one member each: not even an owner changes those of another.

import type { Actor } from '@gaffer/domain/bands/access'

type Own = Pick<Actor, 'membershipId'>

/** Members set and remove their own veto only. */
export function canChangeVetoOf(actor: Own, membershipId: string): boolean {
  return actor.membershipId === membershipId
}

/** Members say for themselves how well they know a song. */
export function canSetReadinessOf(actor: Own, membershipId: string): boolean {
  return actor.membershipId === membershipId
}

/** Members add songs in their own name only. */
export function canAddSongsAs(actor: Own, membershipId: string): boolean {
  return actor.membershipId === membershipId
}
