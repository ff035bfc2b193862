// Everybody in the band.

import type { Membership } from '@gaffer/domain/member'
import { useMembers } from '#data/bands.ts'
import { sentenceOf } from '#lib/call-error.ts'
import { MemberAvatar } from '#parts/member-icon.tsx'
import { Badge } from '#ui/badge.tsx'
import { ErrorState } from '#ui/page-state.tsx'
import { Skeleton, SkeletonGroup } from '#ui/skeleton.tsx'

export function MemberList({ bandId }: { bandId: string }) {
  const { data: members, error, refetch, isFetching } = useMembers(bandId)
  if (!members && error) {
    return (
      <ErrorState
        text={sentenceOf(error, 'Failed to fetch band members')}
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      />
    )
  }
  return (
    <section aria-labelledby="members">
      <h2 id="members" className="mb-3 flex items-baseline gap-2 text-lg font-bold">
        Members
        {members && <span className="text-base font-semibold text-muted tabular-nums">{members.length}</span>}
      </h2>
      {members ? (
        <ul className="grid gap-2">
          {members.map((member) => (
            <li key={member.id}>
              <Card member={member} />
            </li>
          ))}
        </ul>
      ) : (
        <SkeletonGroup label="Loading members">
          <Skeleton className="h-18" />
          <Skeleton className="mt-2 h-18" />
        </SkeletonGroup>
      )}
    </section>
  )
}

function Card({ member }: { member: Membership }) {
  const email = member.user?.email
  return (
    <div className="flex items-center gap-4 rounded-card border border-hairline bg-surface px-4 py-3">
      <MemberAvatar member={member} />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-2 font-semibold">
          <span className="break-words">{member.displayName}</span>
          {member.access !== 'member' && <Badge>{member.access === 'owner' ? 'Owner' : 'Admin'}</Badge>}
          {member.status === 'invited' && <Badge>Invited</Badge>}
        </p>
        <p className="text-sm break-words text-muted">
          {member.role}
          {email && ` · ${email}`}
        </p>
      </div>
    </div>
  )
}
