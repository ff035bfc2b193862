// Members and invited members. Members edit their own card; other actions depend on their access.

import {
  canInvite,
  canInviteToMembership,
  accessLevels,
  type AccessLevel,
  canRemove,
} from '@gaffer/domain/bands/access'
import type { Membership, OwnMembership } from '@gaffer/domain/bands/member'
import { useState, useId } from 'react'
import { MailPlus, Pencil, ShieldCheck, UserMinus } from 'lucide-react'
import { useEndpoint } from '#lib/use-endpoint.ts'
import { QueryState } from '#lib/query-state.tsx'
import { Skeleton, SkeletonGroup } from '#ui/skeleton.tsx'
import { InviteToMembershipDialog } from '#features/invitations/invite-by-mail.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { MemberAvatar } from '#features/bands/avatars.tsx'
import { Badge } from '#ui/badge.tsx'
import { cardClassName } from '#ui/card.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { LeaveBandDialog, RemoveMemberDialog } from './end-membership.tsx'
import { EditMembershipDialog, useSaveMember } from './edit-membership-dialog.tsx'

type OpenDialog = { kind: 'own card' | 'access' | 'removal' | 'invitation' | 'departure'; member: Membership }

export function MemberList({ own }: { own: OwnMembership }) {
  const read = useEndpoint('GET /api/bands/:bandId/members', { params: { bandId: own.bandId } })
  const members = read.data
  const [open, setOpen] = useState<OpenDialog | null>(null)
  const close = () => setOpen(null)
  const { data: invitations } = useEndpoint(
    'GET /api/bands/:bandId/invites',
    { params: { bandId: own.bandId } },
    { enabled: canInvite(own) },
  )
  /** True for an invited member without an open invitation, as after a band import or an expiry. */
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
                  onEdit={() => setOpen({ kind: 'own card', member })}
                  onSetAccess={() => setOpen({ kind: 'access', member })}
                  onRemove={() => setOpen({ kind: 'removal', member })}
                  onLeave={() => setOpen({ kind: 'departure', member })}
                  onInvite={isInvitable(member) ? () => setOpen({ kind: 'invitation', member }) : undefined}
                />
              </li>
            ))}
          </ul>
        )}
      </QueryState>
      {open?.kind === 'own card' && <EditMembershipDialog member={open.member} onClose={close} />}
      {open?.kind === 'access' && <AccessDialog member={open.member} onClose={close} />}
      {open?.kind === 'invitation' && (
        <InviteToMembershipDialog bandId={own.bandId} member={open.member} onClose={close} />
      )}
      {open?.kind === 'departure' && members && <LeaveBandDialog own={own} members={members} onClose={close} />}
      {open?.kind === 'removal' && <RemoveMemberDialog bandId={own.bandId} member={open.member} onClose={close} />}
    </section>
  )
}

const accessMeanings: Record<AccessLevel, { label: string; text: string }> = {
  owner: { label: 'Owner', text: 'Does everything an admin can, and decides what others can do.' },
  admin: { label: 'Admin', text: 'Invites and removes members.' },
  member: { label: 'Member', text: 'Books events, edits the band settings and the practice list.' },
}

/** The dialog in which owners change the access level of another member. */
function AccessDialog({ member, onClose }: { member: Membership; onClose: () => void }) {
  const [access, setAccess] = useState(member.access)
  const { save, isSaving } = useSaveMember(member)
  const groupName = useId()
  const isDirty = access !== member.access

  async function submit() {
    const toastTitle = `${member.displayName} is ${access === 'member' ? 'a' : 'an'} ${access} now`
    if (await save({ access }, toastTitle)) onClose()
  }

  return (
    <Dialog
      isOpen
      onClose={onClose}
      isDirty={isDirty}
      title={`What ${member.displayName} can do`}
      footer={
        <Button isWide saves isBusy={isSaving} disabled={!isDirty} onClick={() => void submit()}>
          Save Changes
        </Button>
      }
    >
      <div role="radiogroup" aria-label="Access" className="grid gap-2">
        {accessLevels.map((level) => (
          <label
            key={level}
            className="grid min-h-12 cursor-pointer grid-cols-[auto_1fr] items-center gap-x-3 rounded-control border border-control px-4 py-3 font-semibold has-checked:border-text has-checked:bg-raised has-focus-visible:outline-2 has-focus-visible:outline-focus"
          >
            <input
              type="radio"
              name={groupName}
              checked={access === level}
              onChange={() => setAccess(level)}
              className="size-4 accent-text"
            />
            {accessMeanings[level].label}
            <span className="col-start-2 text-sm font-normal text-muted">{accessMeanings[level].text}</span>
          </label>
        ))}
      </div>
      {!canInvite({ access }) && canInvite(member) && (
        <p className="mt-3 text-sm text-muted">Open invitations that {member.displayName} made will stop working.</p>
      )}
    </Dialog>
  )
}

type MemberCardProps = {
  member: Membership
  own: OwnMembership
  onEdit: () => void
  onSetAccess: () => void
  onRemove: () => void
  onLeave: () => void
  /** Left out for a member who has joined or has an open invitation. */
  onInvite?: (() => void) | undefined
}

export function MemberCard({ member, own, onEdit, onSetAccess, onRemove, onLeave, onInvite }: MemberCardProps) {
  const { displayName, role, access, status } = member
  const isOwn = member.id === own.id
  const isInvited = status === 'invited'
  const canRemoveMember = canRemove({ access: own.access, membershipId: own.id }, member)
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
        {!isRoleSameAsAccess(role, access) && <p className="text-sm break-words text-muted">{role}</p>}
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
        {canRemoveMember && (
          <IconButton
            label={`Remove ${displayName}`}
            icon={<UserMinus aria-hidden="true" className="size-5" />}
            onClick={onRemove}
          />
        )}
      </div>
      {isOwn && (
        <div className="-mb-2 min-w-0 basis-full">
          <Button variant="dangerQuiet" size="sm" className="-ml-4 max-w-full" onClick={onLeave}>
            <span className="min-w-0 break-words">Leave {own.band.name}</span>
          </Button>
        </div>
      )}
    </div>
  )
}

/** Whether the role label only repeats the badge: a founder's empty role becomes "owner". */
function isRoleSameAsAccess(role: string, access: string): boolean {
  return access !== 'member' && role.trim().toLowerCase() === access
}
