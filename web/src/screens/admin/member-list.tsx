// Members and invited members. Members edit their own card; other actions depend on their access.

import { canInvite, canInviteToMembership } from '@gaffer/domain/bands/access'
import type { Membership, OwnMembership } from '@gaffer/domain/bands/member'
import { useState } from 'react'
import { useEndpoint } from '#lib/use-endpoint.ts'
import { QueryState } from '#lib/query-state.tsx'
import { Skeleton, SkeletonGroup } from '#ui/skeleton.tsx'
import { AccessDialog } from './access-dialog.tsx'
import { InviteToMembershipDialog } from '#features/invitations/invite-to-membership-dialog.tsx'
import { LeaveBandDialog } from './leave-band.tsx'
import { MemberCard } from './member-card.tsx'
import { EditMembershipDialog } from './edit-membership-dialog.tsx'
import { RemoveMemberDialog } from './remove-member.tsx'

type Open = { what: 'own card' | 'access' | 'removal' | 'invitation' | 'departure'; member: Membership }

export function MemberList({ own }: { own: OwnMembership }) {
  const read = useEndpoint('GET /api/bands/:bandId/members', { params: { bandId: own.bandId } })
  const members = read.data
  const [open, setOpen] = useState<Open | null>(null)
  const close = () => setOpen(null)
  const { data: invitations } = useEndpoint(
    'GET /api/bands/:bandId/invites',
    { params: { bandId: own.bandId } },
    { enabled: canInvite(own) },
  )
  /** Whether the member can be invited: invited members without an open invitation, after a band import or an expiry. */
  const isInvitable = (member: Membership) =>
    member.status === 'invited' &&
    canInviteToMembership(own, member) &&
    invitations?.every(({ membershipId }) => membershipId !== member.id) === true
  return (
    <section aria-labelledby="members">
      <h2 id="members" className="mb-3 flex items-baseline gap-2 text-lg font-bold">
        Members
        {members && (
          <span className="text-base font-semibold text-muted tabular-nums">
            {members.filter(({ status }) => status === 'active').length}
          </span>
        )}
      </h2>
      <QueryState
        query={read}
        fallback="Failed to fetch band members"
        loading={
          <SkeletonGroup label="Loading members">
            <Skeleton className="h-18" />
            <Skeleton className="mt-2 h-18" />
          </SkeletonGroup>
        }
      >
        {(all) => (
          <ul className="grid grid-cols-1 gap-2">
            {all.map((member) => (
              <li key={member.id}>
                <MemberCard
                  member={member}
                  own={own}
                  onEdit={() => setOpen({ what: 'own card', member })}
                  onSetAccess={() => setOpen({ what: 'access', member })}
                  onRemove={() => setOpen({ what: 'removal', member })}
                  onLeave={() => setOpen({ what: 'departure', member })}
                  onInvite={isInvitable(member) ? () => setOpen({ what: 'invitation', member }) : undefined}
                />
              </li>
            ))}
          </ul>
        )}
      </QueryState>
      {open?.what === 'own card' && <EditMembershipDialog member={open.member} onClose={close} />}
      {open?.what === 'access' && <AccessDialog member={open.member} onClose={close} />}
      {open?.what === 'invitation' && (
        <InviteToMembershipDialog bandId={own.bandId} member={open.member} onClose={close} />
      )}
      {open?.what === 'departure' && members && <LeaveBandDialog own={own} members={members} onClose={close} />}
      {open?.what === 'removal' && <RemoveMemberDialog bandId={own.bandId} member={open.member} onClose={close} />}
    </section>
  )
}
