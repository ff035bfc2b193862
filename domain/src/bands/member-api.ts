import * as z from 'zod/mini'
import { defineEndpoint } from '@gaffer/domain/shared/endpoint'
import { limits } from '@gaffer/domain/shared/limits'
import { MemberChangesInput, MemberRemovalInput, Membership, NewMemberInput } from './member.ts'

export const membersApi = {
  listMembers: defineEndpoint({
    method: 'GET',
    path: '/api/bands/:bandId/members',
    offline: true,
    summary: 'List the members, active ones first, then invited ones',
    status: 200,
    response: z.array(Membership),
  }),
  inviteMember: defineEndpoint({
    method: 'POST',
    path: '/api/bands/:bandId/members/invite',
    summary: `Add an invited member, or take the invited member \`membershipId\` who has no open invitation, and mail them an invitation that works once within ${limits.invitationDays} days`,
    body: NewMemberInput,
    status: 201,
    response: Membership,
    idempotent: true,
    changes: 'invites',
    errors: ['conflict'],
  }),
  changeMember: defineEndpoint({
    method: 'PATCH',
    path: '/api/bands/:bandId/members/:memberId',
    summary: "Change the caller's own card, or as an owner the access of another member",
    body: MemberChangesInput,
    status: 200,
    response: Membership,
    changes: 'members',
  }),
  removeMember: defineEndpoint({
    method: 'DELETE',
    path: '/api/bands/:bandId/members/:memberId',
    summary:
      'Remove another member with their readiness, vetoes, feeds and events, except events that the caller keeps and takes over; or revoke an invited member',
    body: MemberRemovalInput,
    status: 204,
    changes: 'members',
    errors: ['conflict'],
  }),
  leaveBand: defineEndpoint({
    method: 'POST',
    path: '/api/bands/:bandId/leave',
    summary:
      "End the caller's own membership, as a removal does. The longest-standing owner takes over the listed events. The last owner cannot leave",
    body: MemberRemovalInput,
    status: 204,
    changes: 'members',
    errors: ['conflict'],
  }),
}
