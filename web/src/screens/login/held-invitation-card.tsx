import { monogramOf } from '@gaffer/domain/bands/monogram'
import type { HeldInvitation } from '@gaffer/domain/invitations/invitation'
import { Avatar } from '#ui/avatar.tsx'
import { Card } from '#ui/card.tsx'

export function HeldInvitationCard({ invitation }: { invitation: HeldInvitation }) {
  const { band, invitedBy } = invitation
  return (
    <Card as="section" aria-label="Your invitation" className="mb-5 p-4">
      <div className="flex items-center gap-4">
        {band && (
          <Avatar src={band.avatarUrl} color={band.color} size="lg">
            {monogramOf(band.name)}
          </Avatar>
        )}
        <p className="min-w-0 break-words">
          {invitedBy ? `${invitedBy} has invited you` : 'You have been invited'} to{' '}
          {band ? (
            <>
              join <strong className="font-semibold">{band.name}</strong>
            </>
          ) : (
            'start a band'
          )}
        </p>
      </div>
    </Card>
  )
}
