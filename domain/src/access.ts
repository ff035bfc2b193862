// Who may do what in a band. The server asks to be sure, the pages ask to be kind.

export const accessLevels = ['owner', 'admin', 'member'] as const
export type Access = (typeof accessLevels)[number]

export const permissions = ['members.invite', 'members.remove', 'members.access'] as const
export type Permission = (typeof permissions)[number]

/** The part of a membership that the rules look at. */
export type Actor = { membershipId: string; userId: string; access: Access }

/** What a membership with this access may do, as sent in `permissions`. */
export function permissionsOf(access: Access): Permission[] {
  if (access === 'owner') return ['members.invite', 'members.remove', 'members.access']
  if (access === 'admin') return ['members.invite', 'members.remove']
  return []
}

/** Admins and owners bring people in. */
export function canInvite(actor: Pick<Actor, 'access'>): boolean {
  return permissionsOf(actor.access).includes('members.invite')
}

/** Admins and owners remove others, never themselves; an owner is removed by an owner only, so a band keeps one. */
export function canRemove(
  actor: Pick<Actor, 'access' | 'membershipId'>,
  target: { id: string; access: Access },
): boolean {
  if (actor.membershipId === target.id) return false
  return (
    permissionsOf(actor.access).includes('members.remove') && (target.access !== 'owner' || actor.access === 'owner')
  )
}

/** Owners decide what others may do; nobody changes their own access, so a band keeps an owner. */
export function canSetAccess(actor: Pick<Actor, 'access' | 'membershipId'>, targetId: string): boolean {
  return permissionsOf(actor.access).includes('members.access') && actor.membershipId !== targetId
}

/** An unavailability is its owner's alone; every other event is any member's to edit. */
export function canEditEvent(
  actor: Pick<Actor, 'membershipId' | 'userId'>,
  event: { type: string; ownerUserId: string | null; membershipId: string | null },
): boolean {
  if (event.type !== 'unavailable') return true
  return event.ownerUserId === actor.userId || event.membershipId === actor.membershipId
}

/**
 * The access an invited member gets from the free-text label: "admin" (any letter case) grants admin, all else member.
 * Look-alikes (full-width letters, dotless i) are different labels and grant nothing; owner is never granted by a label.
 */
export function accessFromLabel(label: string): Extract<Access, 'admin' | 'member'> {
  return /^admin$/i.test(label.trim()) ? 'admin' : 'member'
}
