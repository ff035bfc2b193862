import * as z from 'zod/mini'
import { Id } from '@gaffer/domain/common-schemas'
import { endpoint } from '@gaffer/domain/endpoint'
import { Event } from '@gaffer/domain/event'
import { limits } from '@gaffer/domain/limits'
import { MemberChangesInput, MemberRemovalInput, Membership, NewMemberInput } from '@gaffer/domain/member'

const BandId = z.strictObject({ bandId: Id })
const MemberId = z.strictObject({ bandId: Id, memberId: Id })

export const membersApi = {
  listMembers: endpoint({
    method: 'GET',
    path: '/api/bands/:bandId/members',
    summary: 'Members, active first, then invited',
    params: BandId,
    status: 200,
    response: z.array(Membership),
  }),
  inviteMember: endpoint({
    method: 'POST',
    path: '/api/bands/:bandId/members/invite',
    summary: `Add a member by hand: a mail lets that one person in within ${limits.invitationDays} days`,
    params: BandId,
    body: NewMemberInput,
    status: 201,
    response: Membership,
    idempotent: true,
    changes: 'invites',
  }),
  changeMember: endpoint({
    method: 'PATCH',
    path: '/api/bands/:bandId/members/:memberId',
    summary: "Change one's own card; an owner also changes the access of others",
    params: MemberId,
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
    params: MemberId,
    body: MemberRemovalInput,
    status: 204,
    changes: 'members',
  }),
  listMemberEvents: endpoint({
    method: 'GET',
    path: '/api/bands/:bandId/members/:memberId/events',
    summary: 'All events of the band that the member entered or took over, in date then time order',
    params: MemberId,
    status: 200,
    response: z.array(Event),
  }),
}
