import type { Membership } from '@gaffer/domain/bands/member'
import type { Song } from '@gaffer/domain/songs/song'
import { Ban } from 'lucide-react'
import { MemberAvatar } from '#features/bands/avatars.tsx'
import { Badge } from '#ui/badge.tsx'
import { ReadinessLabel } from '#features/songs/readiness.tsx'
import { readinessOfMember } from '#features/songs/readiness-counts.ts'

type Props = { song: Song; members: readonly Membership[]; ownId: string }

export function MemberFeedback({ song, members, ownId }: Props) {
  return (
    <ul aria-label="Everybody" className="grid gap-x-8 md:grid-cols-2">
      {members.map((member) => {
        const isVetoed = song.vetos.some(({ membershipId }) => membershipId === member.id)
        return (
          <li
            key={member.id}
            className="flex min-h-11 items-center gap-3 @max-[16rem]:flex-wrap border-t border-hairline py-1.5"
          >
            <MemberAvatar member={member} size="xs" isRound />
            <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2">
              <span className="min-w-0 break-words">{member.displayName}</span>
              {member.id === ownId && <Badge>You</Badge>}
            </span>
            <span className="grid justify-items-end gap-0.5 text-sm">
              <ReadinessLabel status={readinessOfMember(song, member.id)} />
              {isVetoed && (
                <span className="inline-flex items-center gap-1.5 font-semibold text-danger">
                  <Ban aria-hidden="true" className="size-4.5" />
                  Veto
                </span>
              )}
            </span>
          </li>
        )
      })}
    </ul>
  )
}
