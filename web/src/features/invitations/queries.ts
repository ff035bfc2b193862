import { useQuery } from '@tanstack/react-query'
import { useEndpointMutation } from '#offline/endpoint-mutation.ts'
import { endpointQueryOptions } from '#lib/endpoint-query.ts'

export function useInvitation(token: string) {
  return useQuery(endpointQueryOptions('GET /api/invites/:token', { params: { token } }))
}

/** For a signed-out visitor: the server keeps the invitation in a cookie of this browser until the phone is verified. */
export function useHoldInvitationUntilSignIn() {
  return useEndpointMutation('POST /auth/invite', {
    changes: 'nothing',
    input: (token: string) => ({ body: { token } }),
  })
}

/** For a signed-in user: joins the band. When it resolves, `me` contains the band. */
export function useAcceptInvitation() {
  return useEndpointMutation('POST /api/invites/:token/accept', {
    changes: 'members',
    input: (token: string) => ({ params: { token } }),
  })
}

export function useInviteByLink(bandId: string) {
  return useEndpointMutation('POST /api/bands/:bandId/invites/general', {
    changes: 'invites',
    input: ({ note, idempotencyKey }: { note: string; idempotencyKey: string }) => ({
      params: { bandId },
      body: { note },
      idempotencyKey,
    }),
  })
}

/** For platform admins: a link with which one person can start a band. */
export function useInviteFounder() {
  return useEndpointMutation('POST /api/platform/invites', {
    changes: 'nothing',
    input: (idempotencyKey: string) => ({ idempotencyKey }),
  })
}

export function useInviteByPhone(bandId: string) {
  return useEndpointMutation('POST /api/bands/:bandId/invites/phone', {
    changes: 'invites',
    input: ({ phone, name, idempotencyKey }: { phone: string; name: string; idempotencyKey: string }) => ({
      params: { bandId },
      body: { phone, name },
      idempotencyKey,
    }),
  })
}

/** Invitations that can still be accepted. For members who may invite. */
export function useOpenInvitations(bandId: string, { enabled = true } = {}) {
  return useQuery({ ...endpointQueryOptions('GET /api/bands/:bandId/invites', { params: { bandId } }), enabled })
}

export function useRevokeInvitation(bandId: string) {
  return useEndpointMutation('DELETE /api/bands/:bandId/invites/:inviteId', {
    changes: 'invites',
    input: (inviteId: string) => ({ params: { bandId, inviteId } }),
  })
}
