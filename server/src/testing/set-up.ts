// The set-up calls of the builders. In the process of the server they call the routes' services directly: a request takes several times the
// CPU time.

import { bandsApi } from '@gaffer/domain/bands/api'
import { meApi } from '@gaffer/domain/sign-in/me-api'
import type { Band } from '@gaffer/domain/bands/band'
import type { Membership } from '@gaffer/domain/bands/member'
import { createBand } from '#features/bands/service.ts'
import { listMembers } from '#features/bands/member-service.ts'
import { inviteByLink } from '#features/invitations/by-link.ts'
import { acceptInvitation } from '#features/invitations/service.ts'
import { saveProfile } from '#features/sign-in/me-service.ts'
import { requireMember, requireSession } from '#http/guards/guards.ts'
import { hashSecret } from '#platform/keys.ts'
import type { Services } from '#services.ts'

export type SetUp = {
  saveProfile(profile: object): Promise<unknown>
  createBand(input: object): Promise<Band & { membership: Membership }>
  inviteByLink(bandId: string): Promise<{ inviteLink: string }>
  acceptInvitation(token: string): Promise<void>
  listMembers(bandId: string): Promise<Membership[]>
}

/** The set-up calls of the user with this session, without requests. */
export function createInProcessSetUp(services: Services, cookies: ReadonlyMap<string, string>): SetUp {
  const { db, live } = services
  const toGuardInput = (params: Record<string, string> = {}) => ({
    services,
    params,
    claim: { tokenHash: hashSecret(cookies.get('gaffer_session') ?? '') },
    authorization: undefined,
    address: '127.0.0.1',
    isLocal: () => true,
  })
  return {
    async saveProfile(profile) {
      const { user } = await requireSession(toGuardInput())
      return saveProfile(db, user, meApi.saveProfile.body.parse(profile), null)
    },
    async createBand(input) {
      const { user } = await requireSession(toGuardInput())
      return createBand(db, user, bandsApi.createBand.body.parse(input), null)
    },
    async inviteByLink(bandId) {
      const { member } = await requireMember(toGuardInput({ bandId }))
      return inviteByLink(services, db, member, { note: null })
    },
    async acceptInvitation(token) {
      const { user } = await requireSession(toGuardInput())
      const { bandId } = await acceptInvitation(db, user, token)
      if (bandId) live.invalidateCaches(bandId)
    },
    async listMembers(bandId) {
      const { member } = await requireMember(toGuardInput({ bandId }))
      return listMembers(db, member)
    },
  }
}
