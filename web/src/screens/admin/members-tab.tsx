import type { OwnMembership } from '@gaffer/domain/bands/member'
import { invitationMessages } from '@gaffer/domain/invitations/invitation-messages'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { Card } from '#ui/card.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { ActivityList } from './activity-list.tsx'
import { AddMemberForm } from './add-member.tsx'
import { DepBook } from '#features/deps/dep-book.tsx'
import { InviteByLink } from '#features/invitations/invite-by-link.tsx'
import { InviteByPhone } from '#features/invitations/invite-by-phone.tsx'
import { OpenInvitations } from '#features/invitations/open-invitations.tsx'
import { MemberList } from './member-list.tsx'

export function MembersTab({ membership }: { membership: OwnMembership }) {
  const { bandId, band, permissions } = membership
  const canInvite = permissions.includes('members.invite')
  return (
    <div className="grid grid-cols-1 gap-6 xl:grid-cols-[minmax(0,1.2fr)_minmax(0,1fr)] xl:grid-rows-[auto_1fr] xl:items-start">
      <div className="grid grid-cols-1 gap-6">
        <MemberList own={membership} />
        {canInvite && <OpenInvitations bandId={bandId} />}
        <DepBook membership={membership} />
      </div>
      <div className="grid grid-cols-1 gap-6 xl:row-span-2">
        {canInvite ? (
          <>
            <InviteByLink bandId={bandId} bandName={band.name} />
            <InviteByPhone bandId={bandId} />
            <AddMemberForm bandId={bandId} />
          </>
        ) : (
          <Card className="text-muted p-5">{invitationMessages.contactAdmin}</Card>
        )}
      </div>
      <ActivityList bandId={bandId} />
      {canInvite && <InviteDialog {...{ bandId, bandName: band.name }} />}
    </div>
  )
}

/** The invite dialog. `?invite` opens it and is then removed from the address, so that Back and a reload do not open it again. */
function InviteDialog({ bandId, bandName }: { bandId: string; bandName: string }) {
  const { invite } = useSearch({ strict: false })
  const navigate = useNavigate()
  const [isOpen, setOpen] = useState(invite !== undefined)
  if (invite !== undefined && !isOpen) setOpen(true)
  useEffect(() => {
    if (invite !== undefined) void navigate({ to: '/admin', search: { tab: 'members' }, replace: true })
  }, [invite, navigate])
  return (
    <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title={`Invite to ${bandName}`}>
      <div className="grid grid-cols-1 gap-4">
        <InviteByLink {...{ bandId, bandName }} />
        <InviteByPhone bandId={bandId} />
      </div>
    </Dialog>
  )
}
