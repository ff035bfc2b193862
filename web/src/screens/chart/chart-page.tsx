// A chart on the whole screen: a PDF, a picture or a text.

import { chartMessages } from '@gaffer/domain/charts/chart-messages'
import { useNavigate, useParams, useRouter } from '@tanstack/react-router'
import { useSelectLinkedBand } from '#features/bands/use-selected-band.ts'
import { hasErrorCode } from '#lib/api-error.ts'
import { useMeOrThrow, type OwnMembership } from '#lib/me.ts'
import { QueryState } from '#lib/query-state.tsx'
import { useEndpoint } from '#lib/use-endpoint.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-and-error-state.tsx'
import { LoadingScreen } from '#ui/loading-screen.tsx'
import { ChartViewer } from './chart-viewer.tsx'

export function ChartPage() {
  const { bandId, chartId } = useParams({ from: '/cached/signed-in/bands/$bandId/charts/$chartId' })
  const membership = useMeOrThrow().bands.find((one) => one.bandId === bandId)
  return membership ? <OfBand key={chartId} membership={membership} chartId={chartId} /> : <Absent />
}

function OfBand({ membership, chartId }: { membership: OwnMembership; chartId: string }) {
  const { bandId } = membership
  useSelectLinkedBand(bandId)
  const chart = useEndpoint('GET /api/bands/:bandId/charts/:chartId', { params: { bandId, chartId } })
  const leave = useLeave()
  // Checked before the data: a deleted chart is still in the query cache.
  if (hasErrorCode(chart.error, 'not_found', 'invalid_input')) return <Absent />
  if (chart.data) return <ChartViewer chart={chart.data} membership={membership} onLeave={leave} />
  if (!chart.error) return <LoadingScreen text={chartMessages.chartOpening} />
  return (
    <main className="grid min-h-dvh place-content-center bg-bg p-6">
      <h1 className="sr-only">Chart</h1>
      <QueryState query={chart} fallback={chartMessages.chartNotRead} />
    </main>
  )
}

/** Back to where the member came from; to the songs from a link. */
function useLeave(): () => void {
  const { history } = useRouter()
  const navigate = useNavigate()
  return () => (history.canGoBack() ? history.back() : void navigate({ to: '/songs' }))
}

function Absent() {
  const navigate = useNavigate()
  return (
    <main className="grid min-h-dvh place-content-center bg-bg p-6">
      <h1 className="sr-only">Chart</h1>
      <EmptyState
        title={chartMessages.chartAbsent}
        text={chartMessages.chartAbsentText}
        action={<Button onClick={() => void navigate({ to: '/songs' })}>All songs</Button>}
      />
    </main>
  )
}
