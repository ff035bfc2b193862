import { canInvite, type AccessLevel } from '@gaffer/domain/bands/access'

/** Owners edit the public page. */
export function canEditPublicPage({ access }: { access: AccessLevel }): boolean {
  return access === 'owner'
}

/** Admins and owners read and answer enquiries. */
export function canReadEnquiries(member: { access: AccessLevel }): boolean {
  return canInvite(member)
}
