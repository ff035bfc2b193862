import { canRemove } from '@gaffer/domain/bands/access'
import type { Membership, OwnMembership } from '@gaffer/domain/bands/member'
import { MailPlus, Pencil, ShieldCheck, UserMinus } from 'lucide-react'
import { MemberAvatar } from '#features/bands/avatars.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { cardClassName } from '#ui/card.tsx'
import { IconButton } from '#ui/icon-button.tsx'

type Props = {
  member: Membership
  own: OwnMembership
  onEdit: () => void
  onSetAccess: () => void
  onRemove: () => void
  onLeave: () => void
  /** Left out for a member who has joined or has an open invitation. */
  onInvite?: (() => void) | undefined
}

export function MemberCard({ member, own, onEdit, onSetAccess, onRemove, onLeave, onInvite }: Props) {
  const { displayName, role, access, status } = member
  const isOwn = member.id === own.id
  const isInvited = status === 'invited'
  const mayRemove = canRemove({ access: own.access, membershipId: own.id }, member)
  const email = member.user?.email
  return (
    <div className={`${cardClassName} flex flex-wrap items-center gap-x-3 py-3 pr-2 pl-4`}>
      <MemberAvatar member={member} {...(isInvited && { className: 'opacity-60' })} />
      <div className="min-w-0 flex-1 basis-20 py-0.5">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-semibold">
          <span className="min-w-0 break-words">{displayName}</span>
          {isOwn && <Badge>You</Badge>}
          {access !== 'member' && <Badge>{access === 'owner' ? 'Owner' : 'Admin'}</Badge>}
          {isInvited && <Badge className="border-dashed">Invited</Badge>}
        </p>
        {!isSameWord(role, access) && <p className="text-sm break-words text-muted">{role}</p>}
        {email && <p className="text-sm break-all text-muted">{email}</p>}
      </div>
      <div className="ml-auto flex">
        {isOwn && (
          <IconButton label="Edit your card" icon={<Pencil aria-hidden="true" className="size-5" />} onClick={onEdit} />
        )}
        {!isOwn && !isInvited && own.permissions.includes('members.access') && (
          <IconButton
            label={`Change what ${displayName} can do`}
            icon={<ShieldCheck aria-hidden="true" className="size-5" />}
            onClick={onSetAccess}
          />
        )}
        {onInvite && (
          <IconButton
            label={`Invite ${displayName}`}
            icon={<MailPlus aria-hidden="true" className="size-5" />}
            onClick={onInvite}
          />
        )}
        {mayRemove && (
          <IconButton
            label={`Remove ${displayName}`}
            icon={<UserMinus aria-hidden="true" className="size-5" />}
            onClick={onRemove}
          />
        )}
      </div>
      {isOwn && (
        <div className="-mb-2 basis-full">
          <Button variant="dangerQuiet" size="sm" className="-ml-4 max-w-full" onClick={onLeave}>
            <span className="min-w-0 break-words">Leave {own.band.name}</span>
          </Button>
        </div>
      )}
    </div>
  )
}

/** Whether the role label only repeats the badge: a founder's empty role becomes "owner". */
function isSameWord(role: string, access: string): boolean {
  return access !== 'member' && role.trim().toLowerCase() === access
}
