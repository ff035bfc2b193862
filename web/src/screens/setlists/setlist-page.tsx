// The page of one set list: loads the set list, the songs and the members for the editor.

import { setlistMessages } from '@gaffer/domain/set-lists/set-list-messages'
import { useNavigate, useParams } from '@tanstack/react-router'
import { ListOrdered } from 'lucide-react'
import { useMemo } from 'react'
import { useSelectedMembership } from '#features/bands/queries.ts'
import { useMembers } from '#features/bands/members.ts'
import type { OwnMembership } from '#lib/me.ts'
import { useSetlists } from '#features/set-lists/queries.ts'
import { useSongs } from '#features/songs/queries.ts'
import { getErrorMessage } from '#lib/api-error.ts'
import { BandPicker } from '#features/bands/band-picker.tsx'
import { signOut } from '#features/sign-in/sign-out.ts'
import { InlineQueryError } from '#lib/inline-query-error.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState, ErrorState } from '#ui/empty-and-error-state.tsx'
import { Skeleton, SkeletonGroup } from '#ui/skeleton.tsx'
import { SetlistEditor } from './setlist-editor.tsx'

export function SetlistPage() {
  const { setlistId } = useParams({ from: '/cached/signed-in/layout/setlists/$setlistId' })
  const membership = useSelectedMembership()
  if (!membership) return <BandPicker onSignOut={() => void signOut()} />
  return <OfBand key={`${membership.bandId} ${setlistId}`} membership={membership} setlistId={setlistId} />
}

function OfBand({ membership: { bandId }, setlistId }: { membership: OwnMembership; setlistId: string }) {
  const setlists = useSetlists(bandId)
  const songs = useSongs(bandId)
  const members = useMembers(bandId)
  const memberIds = useMemo(
    () => members.data?.filter(({ status }) => status === 'active').map(({ id }) => id),
    [members.data],
  )
  const setlist = setlists.data?.find(({ id }) => id === setlistId)
  if (setlist && songs.data && !members.isPending) {
    return (
      <>
        <InlineQueryError read={members} fallback="Failed to fetch band members" />
        <SetlistEditor setlist={setlist} songs={songs.data} memberIds={memberIds ?? null} />
      </>
    )
  }
  if (setlists.data && !setlist) return <Absent />
  const error = setlists.error ?? songs.error
  const refetch = () => Promise.all([setlists.refetch(), songs.refetch()])
  return (
    <>
      <PageHeading title="Set list" />
      {error ? (
        <ErrorState
          text={getErrorMessage(error, setlistMessages.setlistsNotRead)}
          onRetry={() => void refetch()}
          isRetrying={setlists.isFetching || songs.isFetching}
        />
      ) : (
        <SkeletonGroup label="Loading the set list">
          <Skeleton className="h-96" isCard />
        </SkeletonGroup>
      )}
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
