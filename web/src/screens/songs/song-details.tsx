import type { Membership } from '@gaffer/domain/bands/member'
import type { Song } from '@gaffer/domain/songs/song'
import { ExternalLink, Trash2, Ban } from 'lucide-react'
import { Suspense, type ReactNode } from 'react'
import type { SongFeedback } from '#features/songs/apply-song-changes.ts'
import { lazyPart } from '#lib/lazy-part.tsx'
import { Button, buttonClassNameFor } from '#ui/button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Switch } from '#ui/switch.tsx'
import { ReadinessChoice, ReadinessLabel, readinessOfMember } from '#features/songs/readiness.tsx'
import { MemberAvatar } from '#features/bands/avatars.tsx'
import { Badge } from '#ui/badge.tsx'
import { SongNotes } from './song-notes.tsx'

const PlacesOfSong = lazyPart(() => import('#features/recordings/places-of-song.tsx'), 'PlacesOfSong')
const FoldedNotes = lazyPart(() => import('#features/notes/folded-notes.tsx'), 'FoldedNotes')

export type SongHandlers = { say: (word: SongFeedback) => void; remove: (song: Song) => void }

type Props = {
  id: string
  song: Song
  members: readonly Membership[] | undefined
  ownId: string
  charts: ReactNode
  actions: SongHandlers
}

export function SongDetails({ id, song, members, ownId, charts, actions }: Props) {
  const songId = song.id
  const isAdmin = members?.some(({ id: own, access }) => own === ownId && access !== 'member') ?? false
  const adder = members?.find((member) => member.id === song.addedByMembershipId)?.displayName
  const facts = [song.album, adder && `Added by ${adder}`].filter(Boolean).join(' · ')
  return (
    <div id={id} className="grid grid-cols-1 animate-settle gap-3 px-3 pt-1 pb-3 md:px-4 md:pb-4">
      <SongNotes song={song} />
      {facts && <p className="text-sm break-words text-muted">{facts}</p>}
      <div className="grid gap-x-8 gap-y-3 md:grid-cols-2 md:items-end">
        <ReadinessChoice
          status={readinessOfMember(song, ownId)}
          onChange={(status) => actions.say({ songId, status })}
        />
        <Switch
          label="Veto"
          hint="A vetoed song goes last"
          saves
          isOn={song.vetos.some(({ membershipId }) => membershipId === ownId)}
          onChange={(isVetoed) => actions.say({ songId, isVetoed })}
        />
      </div>
      {charts}
      <Suspense>
        <PlacesOfSong bandId={song.bandId} song={song} />
      </Suspense>
      {members ? <MemberFeedback {...{ song, members, ownId }} /> : <Skeleton className="h-24" />}
      <Suspense>
        <FoldedNotes
          bandId={song.bandId}
          membershipId={ownId}
          isAdmin={isAdmin}
          about={{ kind: 'song', id: songId }}
          name={song.title}
          noteCount={song.noteCount}
          hasUnreadNotes={song.hasUnreadNotes}
        />
      </Suspense>
      <div className="flex flex-row-reverse flex-wrap justify-end gap-2 md:flex-row md:justify-between">
        {song.spotifyUrl && (
          <a
            href={song.spotifyUrl}
            target="_blank"
            rel="noopener noreferrer"
            className={buttonClassNameFor({ variant: 'secondary', size: 'narrow' })}
          >
            <ExternalLink aria-hidden="true" className="size-5" />
            Listen on Spotify
          </a>
        )}
        <Button
          variant="dangerQuiet"
          size="narrow"
          className="-ml-2 md:-mr-3 md:ml-auto"
          saves
          onClick={() => actions.remove(song)}
        >
          <Trash2 aria-hidden="true" className="size-5" />
          Remove
        </Button>
      </div>
    </div>
  )
}

type MemberFeedbackProps = { song: Song; members: readonly Membership[]; ownId: string }

function MemberFeedback({ song, members, ownId }: MemberFeedbackProps) {
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
