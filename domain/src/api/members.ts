import * as z from 'zod/mini'
import { endpoint } from '@gaffer/domain/endpoint'
import { Event } from '@gaffer/domain/event'
import { limits } from '@gaffer/domain/limits'
import { MemberChangesInput, MemberRemovalInput, Membership, NewMemberInput } from '@gaffer/domain/member'

export const membersApi = {
  listMembers: endpoint({
    method: 'GET',
    path: '/api/bands/:bandId/members',
    summary: 'Members, active first, then invited',
    status: 200,
    response: z.array(Membership),
  }),
  inviteMember: endpoint({
    method: 'POST',
    path: '/api/bands/:bandId/members/invite',
    summary: `Add a member by hand: a mail lets that one person in within ${limits.invitationDays} days`,
    body: NewMemberInput,
    status: 201,
    response: Membership,
    idempotent: true,
    changes: 'invites',
    errors: ['conflict'],
  }),
  changeMember: endpoint({
    method: 'PATCH',
    path: '/api/bands/:bandId/members/:memberId',
    summary: "Change one's own card; an owner also changes the access of others",
    body: MemberChangesInput,
    status: 200,
    response: Membership,
    changes: 'members',
  }),
  removeMember: endpoint({
    method: 'DELETE',
    path: '/api/bands/:bandId/members/:memberId',
    summary:
      'Remove another member with their readiness, vetoes, feeds and entries, except events that the caller keeps for the band and takes over; or an open invitation',
    body: MemberRemovalInput,
    status: 204,
    changes: 'members',
    errors: ['conflict'],
  }),
  listMemberEvents: endpoint({
    method: 'GET',
    path: '/api/bands/:bandId/members/:memberId/events',
    summary: 'All events of the band that the member entered or took over, in date then time order',
    status: 200,
    response: z.array(Event),
  }),
}
