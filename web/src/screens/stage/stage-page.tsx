// The stage view of a set list: one entry per screen, or the whole list, in large type on black.

import { setlistMessages } from '@gaffer/domain/set-lists/set-list-messages'
import { useNavigate, useParams } from '@tanstack/react-router'
import type { OwnMembership } from '#lib/me.ts'
import { useEndpoint } from '#lib/use-endpoint.ts'
import { useChartPreload } from '#features/charts/use-chart-preload.ts'
import { combineReads, QueryState } from '#lib/query-state.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-and-error-state.tsx'
import { LoadingScreen } from '#ui/loading-screen.tsx'
import { useSelectedMembership } from '#features/bands/use-selected-band.ts'
import { StageView } from './stage-view.tsx'

export function StagePage() {
  const { setlistId } = useParams({ from: '/cached/signed-in/setlists/$setlistId/stage' })
  const membership = useSelectedMembership()
  return membership ? <StageOfBand membership={membership} setlistId={setlistId} /> : <AbsentSetlist />
}

function StageOfBand({ membership, setlistId }: { membership: OwnMembership; setlistId: string }) {
  const { bandId } = membership
  const setlists = useEndpoint('GET /api/bands/:bandId/setlists', { params: { bandId } })
  const songs = useEndpoint('GET /api/bands/:bandId/songs', { params: { bandId } })
  // If the charts cannot be read, the stage view shows the songs.
  const charts = useEndpoint('GET /api/bands/:bandId/setlists/:setlistId/charts', { params: { bandId, setlistId } })
  useChartPreload(charts.data)
  const navigate = useNavigate()
  const setlist = setlists.data?.find(({ id }) => id === setlistId)
  if (setlists.data && !setlist) return <AbsentSetlist />
  if (setlist && songs.data) {
    const leave = () => void navigate({ to: '/setlists/$setlistId', params: { setlistId } })
    return (
      <StageView
        setlist={setlist}
        songs={songs.data}
        charts={charts.data ?? []}
        membership={membership}
        onLeave={leave}
      />
    )
  }
  const read = combineReads({ setlists, songs })
  if (!read.error) return <LoadingScreen text="Loading the set list..." />
  return (
    <main className="grid min-h-dvh place-content-center bg-bg p-6">
      <h1 className="sr-only">Stage view</h1>
      <QueryState query={read} fallback={setlistMessages.setlistsNotRead} />
    </main>
  )
}

function AbsentSetlist() {
  const navigate = useNavigate()
  return (
    <main className="grid min-h-dvh place-content-center bg-bg p-6">
      <h1 className="sr-only">Stage view</h1>
      <EmptyState
        {...setlistMessages.setlistAbsent}
        action={<Button onClick={() => void navigate({ to: '/setlists' })}>All set lists</Button>}
      />
    </main>
  )
}
