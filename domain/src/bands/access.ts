// Permissions in a band. The server enforces them; the client only hides controls.

export const accessLevels = ['owner', 'admin', 'member'] as const
export type AccessLevel = (typeof accessLevels)[number]

export const permissionNames = ['members.invite', 'members.remove', 'members.access'] as const
export type Permission = (typeof permissionNames)[number]

/** The fields of a membership that the permission rules read. */
export type Actor = { membershipId: string; userId: string; access: AccessLevel }

/** The `permissions` field of a membership with this access level. */
export function permissionsOfAccessLevel(access: AccessLevel): Permission[] {
  if (access === 'owner') return ['members.invite', 'members.remove', 'members.access']
  if (access === 'admin') return ['members.invite', 'members.remove']
  return []
}

/** Admins and owners may invite. */
export function canInvite(actor: Pick<Actor, 'access'>): boolean {
  return permissionsOfAccessLevel(actor.access).includes('members.invite')
}

/**
 * Admins and owners may invite a person to take over a membership that has no user, but only owners if it has owner access. Imports of
 * band files create such memberships.
 */
export function canInviteToMembership(actor: Pick<Actor, 'access'>, membership: { access: AccessLevel }): boolean {
  return canInvite(actor) && (membership.access !== 'owner' || actor.access === 'owner')
}

/** Owners may download the whole band. */
export function canExportBand(actor: Pick<Actor, 'access'>): boolean {
  return actor.access === 'owner'
}

/** Admins and owners may remove other members but not themselves, and only owners may remove owners: so a band keeps an owner. */
export function canRemove(
  actor: Pick<Actor, 'access' | 'membershipId'>,
  target: { id: string; access: AccessLevel },
): boolean {
  if (actor.membershipId === target.id) return false
  return (
    permissionsOfAccessLevel(actor.access).includes('members.remove') &&
    (target.access !== 'owner' || actor.access === 'owner')
  )
}

/**
 * The owner who takes over the events that a leaving member keeps for the band: of the other owners, the one who joined first. Null if
 * there is no other owner; then the last owner cannot leave. `members` are in the order in which they joined.
 */
export function pickLongestStandingOwner<
  Member extends { id: string; access: AccessLevel; status: 'active' | 'invited' },
>(leaving: { id: string }, members: readonly Member[]): Member | null {
  return (
    members.find(({ id, access, status }) => id !== leaving.id && access === 'owner' && status === 'active') ?? null
  )
}

/** Admins and owners may restore the events that were deleted because a member left or was removed. */
export function canRestoreAfterDeparture(actor: Pick<Actor, 'access'>): boolean {
  return permissionsOfAccessLevel(actor.access).includes('members.remove')
}

/** Owners may change the access of other members but not their own: so a band keeps an owner. */
export function canSetAccess(actor: Pick<Actor, 'access' | 'membershipId'>, targetId: string): boolean {
  return permissionsOfAccessLevel(actor.access).includes('members.access') && actor.membershipId !== targetId
}

/** Only the member who is away may edit days away; any member may edit other events. */
export function canEditEvent(
  actor: Pick<Actor, 'membershipId' | 'userId'>,
  event: { type: string; ownerUserId: string | null; membershipId: string | null },
): boolean {
  if (event.type !== 'unavailable') return true
  return event.ownerUserId === actor.userId || event.membershipId === actor.membershipId
}

/**
 * The access that an invited member gets by their role label: admin for "admin" in any case, otherwise member. Look-alike letters
 * (full-width letters, dotless i) do not count as "admin", and no label grants owner.
 */
export function accessLevelFromRole(label: string): Extract<AccessLevel, 'admin' | 'member'> {
  return /^admin$/i.test(label.trim()) ? 'admin' : 'member'
}
