// Who is in the band, and the way to have more.

import { Link } from '@tanstack/react-router'
import { useMembers } from '#data/bands.ts'
import type { OwnMembership } from '#data/me.ts'
import { sentenceOf } from '#lib/call-error.ts'
import { MemberAvatar } from '#parts/member-icon.tsx'
import { buttonLook } from '#ui/button.tsx'
import { ErrorState } from '#ui/page-state.tsx'
import { Skeleton, SkeletonGroup } from '#ui/skeleton.tsx'

const shown = 6

export function MembersTile({ membership }: { membership: OwnMembership }) {
  const { data, error, refetch, isFetching } = useMembers(membership.bandId)
  const members = data?.filter(({ status }) => status === 'active')
  const canInvite = membership.permissions.includes('members.invite')

  if (error && !members) {
    return (
      <ErrorState
        text={sentenceOf(error, 'Failed to fetch band members')}
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      />
    )
  }
  return (
    <section
      aria-labelledby="members"
      className="grid content-start gap-4 rounded-card border border-hairline bg-surface p-5"
    >
      <h2 id="members" className="flex items-baseline justify-between text-lg font-bold">
        Members
        {members && <span className="text-base font-semibold text-muted tabular-nums">{members.length}</span>}
      </h2>
      {members ? (
        <ul className="grid gap-3">
          {members.slice(0, shown).map((member) => (
            <li key={member.id} className="flex items-center gap-3">
              <MemberAvatar member={member} className="size-9!" iconClassName="size-5" />
              <span className="min-w-0">
                <span className="block truncate font-medium">{member.displayName}</span>
                <span className="block truncate text-sm text-muted">{member.role}</span>
              </span>
            </li>
          ))}
          {members.length > shown && <li className="text-sm text-muted">and {members.length - shown} more</li>}
        </ul>
      ) : (
        <SkeletonGroup label="Loading members">
          <Skeleton className="h-9" />
          <Skeleton className="mt-3 h-9" />
        </SkeletonGroup>
      )}
      <div className="grid grid-cols-2 gap-3">
        {canInvite && (
          <Link to="/admin" className={buttonLook({ variant: 'primary' })}>
            Invite
          </Link>
        )}
        <Link to="/admin" className={buttonLook({ variant: 'secondary' })}>
          Manage
        </Link>
      </div>
    </section>
  )
}
