// The page of one set list: loads the set list, the songs and the members for the editor.

import { setlistMessages } from '@gaffer/domain/set-lists/set-list-messages'
import { useNavigate, useParams } from '@tanstack/react-router'
import { ListOrdered } from 'lucide-react'
import { Suspense, useMemo } from 'react'
import { useEndpoint } from '#lib/use-endpoint.ts'
import type { OwnMembership } from '#lib/me.ts'
import { BandPicker } from '#features/bands/band-picker.tsx'
import { readerOf } from '#features/notes/notes-of-event.ts'
import { signOut } from '#features/sign-in/sign-out.ts'
import { lazyPart } from '#lib/lazy-part.tsx'
import { combineReads, nullIfFailed, QueryState } from '#lib/query-state.tsx'
import { Card } from '#ui/card.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-and-error-state.tsx'
import { Skeleton, SkeletonGroup } from '#ui/skeleton.tsx'
import { useSelectedMembership } from '#features/bands/use-selected-band.ts'
import { SetlistEditor } from './setlist-editor.tsx'
import { SetlistEvents } from './setlist-events.tsx'

const ChartsOnDevice = lazyPart(() => import('#features/set-lists/charts-on-device.tsx'), 'ChartsOnDevice')
const NotesSection = lazyPart(() => import('#features/notes/notes-section.tsx'), 'NotesSection')

export function SetlistPage() {
  const { setlistId } = useParams({ from: '/cached/signed-in/layout/setlists/$setlistId' })
  const membership = useSelectedMembership()
  if (!membership) return <BandPicker onSignOut={() => void signOut()} />
  return <OfBand key={`${membership.bandId} ${setlistId}`} membership={membership} setlistId={setlistId} />
}

function OfBand({ membership, setlistId }: { membership: OwnMembership; setlistId: string }) {
  const { bandId } = membership
  const setlists = useEndpoint('GET /api/bands/:bandId/setlists', { params: { bandId } })
  const songs = useEndpoint('GET /api/bands/:bandId/songs', { params: { bandId } })
  const members = useEndpoint('GET /api/bands/:bandId/members', { params: { bandId } })
  const memberIds = useMemo(
    () => members.data?.filter(({ status }) => status === 'active').map(({ id }) => id),
    [members.data],
  )
  const setlist = setlists.data?.find(({ id }) => id === setlistId)
  if (setlists.data && !setlist) return <Absent />
  const read = combineReads({ setlists, songs, members: nullIfFailed(members) })
  return (
    <>
      {!read.data && <PageHeading title="Set list" />}
      <QueryState
        query={read}
        fallback={setlistMessages.setlistsNotRead}
        loading={
          <SkeletonGroup label="Loading the set list">
            <Skeleton className="h-96" isCard />
          </SkeletonGroup>
        }
      >
        {(data) =>
          setlist && (
            <>
              <QueryState query={members} fallback="Failed to fetch band members" isInline />
              <SetlistEditor setlist={setlist} songs={data.songs} memberIds={memberIds ?? null}>
                <SetlistEvents setlist={setlist} />
                <Suspense>
                  <ChartsOnDevice
                    bandId={bandId}
                    setlistId={setlistId}
                    titleOf={(id) => data.songs.find((song) => song.id === id)?.title}
                  />
                </Suspense>
              </SetlistEditor>
              <Card className="mt-6 max-w-3xl p-4 sm:p-5 print:hidden">
                <Suspense fallback={<Skeleton className="h-32" />}>
                  <NotesSection
                    {...readerOf(membership)}
                    about={{ kind: 'setlist', id: setlist.id }}
                    name={setlist.name}
                    noteCount={setlist.noteCount}
                    hasUnreadNotes={setlist.hasUnreadNotes}
                  />
                </Suspense>
              </Card>
            </>
          )
        }
      </QueryState>
    </>
  )
}

function Absent() {
  const navigate = useNavigate()
  return (
    <>
      <PageHeading title="Set list" />
      <EmptyState
        icon={<ListOrdered aria-hidden="true" className="size-10" />}
        {...setlistMessages.setlistAbsent}
        action={<Button onClick={() => void navigate({ to: '/setlists' })}>All set lists</Button>}
      />
    </>
  )
}
