import type { AccessFixture, EndpointRequest, CallerRole } from './access-roles.ts'

/** Returns a function that makes a request with the band in its path. */
export const createBandRequest =
  (more: Omit<EndpointRequest, 'params'>) =>
  ({ band }: AccessFixture) => ({ params: { bandId: band.id }, ...more })

/** The role whose membership a request names: for roles outside the band the owner's. */
export const targetMembershipRole = (role: CallerRole) => (role === 'nobody' || role === 'outsider' ? 'owner' : role)
