// A chart on the whole screen: a PDF, a picture or a text.

import { useSelectLinkedBand } from '#features/bands/use-selected-band.ts'
import { chartMessages } from '@gaffer/domain/charts/chart-messages'
import { useNavigate, useParams, useRouter } from '@tanstack/react-router'
import type { Chart } from '@gaffer/domain/charts/chart'
import { ArrowLeft, Download } from 'lucide-react'
import { useRef, useState } from 'react'
import { hasErrorCode } from '#lib/api-error.ts'
import { useMeOrThrow, type OwnMembership } from '#lib/me.ts'
import { QueryState } from '#lib/query-state.tsx'
import { useEndpoint } from '#lib/use-endpoint.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-and-error-state.tsx'
import { LoadingScreen } from '#ui/loading-screen.tsx'
import { ChartSurface, type ChartHandle } from '#features/charts/chart-surface.tsx'
import { ChartViewControls } from '#features/charts/chart-view-controls.tsx'
import { useChartView } from '#features/charts/chart-view.ts'
import { downloadChart } from '#features/charts/download-chart.ts'
import type { PageView } from '#features/charts/fit-page.ts'
import { MarkupLayer, type MarkupTool } from '#features/charts/markup-layer.tsx'
import { initialTool, MarkupTools } from '#features/charts/markup-tools.tsx'
import { PageControls } from '#features/charts/page-controls.tsx'
import { useMarkup } from '#features/charts/use-markup.ts'
import { WaitingToSendMark } from '#offline/waiting-mark.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { useTurnKeys, useTurnSwipe } from '#ui/use-turn-controls.ts'

export function ChartPage() {
  const { bandId, chartId } = useParams({ from: '/cached/signed-in/bands/$bandId/charts/$chartId' })
  const membership = useMeOrThrow().bands.find((one) => one.bandId === bandId)
  return membership ? <ChartOfBand key={chartId} membership={membership} chartId={chartId} /> : <AbsentChart />
}

function ChartOfBand({ membership, chartId }: { membership: OwnMembership; chartId: string }) {
  const { bandId } = membership
  useSelectLinkedBand(bandId)
  const chart = useEndpoint('GET /api/bands/:bandId/charts/:chartId', { params: { bandId, chartId } })
  const leave = useLeaveChart()
  // Checked before the data: a deleted chart is still in the query cache.
  if (hasErrorCode(chart.error, 'not_found', 'invalid_input')) return <AbsentChart />
  if (chart.data) return <ChartViewer chart={chart.data} membership={membership} onLeave={leave} />
  if (!chart.error) return <LoadingScreen text={chartMessages.chartOpening} />
  return (
    <main className="grid min-h-dvh place-content-center bg-bg p-6">
      <h1 className="sr-only">Chart</h1>
      <QueryState query={chart} fallback={chartMessages.chartNotRead} />
    </main>
  )
}

/** Returns a function that goes back to the page before, or opens the songs if the chart is the first page of the history. */
function useLeaveChart(): () => void {
  const { history } = useRouter()
  const navigate = useNavigate()
  return () => (history.canGoBack() ? history.back() : void navigate({ to: '/songs' }))
}

function AbsentChart() {
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

/** The share of the width at each side in which a tap turns the page. */
const tapZoneShare = 0.3

type ChartViewerProps = { chart: Chart; membership: OwnMembership; onLeave: () => void }

export function ChartViewer({ chart, membership, onLeave }: ChartViewerProps) {
  const [view, setView] = useState<PageView>({ fit: 'width', zoom: 1 })
  const [tool, setTool] = useState<MarkupTool | null>(null)
  const [drawnPage, setDrawnPage] = useState(1)
  const [textView, setTextView] = useChartView(chart.id)
  const surface = useRef<ChartHandle>(null)
  const markup = useMarkup({ bandId: membership.bandId, membershipId: membership.id }, chart)
  const turn = (by: 1 | -1) => void surface.current?.turn(by)
  useTurnKeys(turn, () => (tool ? stopDrawing() : onLeave()))
  const { swipeProps } = useTurnSwipe(
    (by) => {
      if (!tool && view.zoom === 1) turn(by)
    },
    (at) => {
      if (!tool && at < tapZoneShare) turn(-1)
      if (!tool && at > 1 - tapZoneShare) turn(1)
    },
  )
  function stopDrawing() {
    setTool(null)
    markup.save()
  }
  const isText = chart.kind === 'text'
  const { url } = chart

  return (
    <main className="flex h-dvh flex-col bg-bg text-text">
      <header className="flex items-center gap-1 border-b border-hairline px-1 pt-[env(safe-area-inset-top)]">
        <IconButton label="Back" icon={<ArrowLeft aria-hidden="true" className="size-5" />} onClick={onLeave} />
        <h1 className="min-w-0 flex-1 truncate py-3 font-semibold">
          {chart.name}
          {chart.part !== null && <span className="font-normal text-muted"> · {chart.part}</span>}
        </h1>
        <WaitingToSendMark subjectId={chart.id} isSmall className="px-2" />
        {url !== null && (
          <IconButton
            label="Download"
            icon={<Download aria-hidden="true" className="size-5" />}
            onClick={() => void downloadChart(chart)}
          />
        )}
      </header>
      {markup.earlierVersion !== null && (
        <p className="flex flex-wrap items-center justify-center gap-3 bg-surface px-4 py-2 text-sm">
          {chartMessages.markupOfVersion(markup.earlierVersion)}
          <Button size="sm" variant="secondary" onClick={markup.copyToShownVersion}>
            Carry it over
          </Button>
        </p>
      )}
      <div {...swipeProps} className="relative min-h-0 flex-1 touch-pan-x touch-pan-y touch-pinch-zoom">
        <ChartSurface
          chart={chart}
          textView={textView}
          view={view}
          ref={surface}
          renderOverlay={(page, size) => (
            <MarkupLayer
              size={size}
              own={markup.ownStrokes(page)}
              others={markup.othersStrokes(page)}
              tool={tool}
              onChange={(strokes) => {
                setDrawnPage(page)
                markup.setStrokes(page, strokes)
              }}
            />
          )}
        />
      </div>
      <footer className="border-t border-hairline px-1 pb-safe">
        {tool ? (
          <MarkupTools
            tool={tool}
            onTool={setTool}
            onUndo={
              markup.ownStrokes(drawnPage).length > 0
                ? () => markup.setStrokes(drawnPage, markup.ownStrokes(drawnPage).slice(0, -1))
                : null
            }
            isShared={markup.isShared}
            onShared={markup.setShared}
            onDone={stopDrawing}
          />
        ) : isText ? (
          <div className="flex justify-center py-1">
            <ChartViewControls
              view={textView}
              onChange={setTextView}
              chart={{ text: chart.text ?? '', format: chart.format ?? 'plain' }}
            />
          </div>
        ) : (
          <PageControls view={view} onView={setView} onTurn={turn} onDraw={() => setTool(initialTool)} />
        )}
      </footer>
    </main>
  )
}
