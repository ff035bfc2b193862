// The charts of a song, charts for the member's own part first, with running uploads and the buttons that add a chart.

import { chartMessages } from '@gaffer/domain/charts/chart-messages'
import { limits } from '@gaffer/domain/shared/limits'
import { fileMessages } from '@gaffer/domain/files/file-messages'
import { PenLine } from 'lucide-react'
import { Suspense, useState } from 'react'
import { FileChooser } from '#features/files/file-chooser.tsx'
import { UploadRows } from '#features/files/upload-rows.tsx'
import { lazyOverlay } from '#lib/lazy-part.tsx'
import { QueryState } from '#lib/query-state.tsx'
import { useEndpoint } from '#lib/use-endpoint.ts'
import { OfflineSavingProvider } from '#ui/saving-disabled.tsx'
import { Button } from '#ui/button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { ChartRow, chartFileTypes } from './chart-row.tsx'
import { makeChartsUploadTarget, useAddFileCharts, type Chart } from './queries.ts'
import { useChartPreload } from './use-chart-preload.ts'

const loadTextChartDialog = () => import('./text-chart-dialog.tsx')
const NewTextChartDialog = lazyOverlay(loadTextChartDialog, 'NewTextChartDialog')
const EditTextChartDialog = lazyOverlay(loadTextChartDialog, 'EditTextChartDialog')
const ChartNameDialog = lazyOverlay(() => import('./chart-name-dialog.tsx'), 'ChartNameDialog')

type Props = {
  song: { id: string; title: string }
  membership: { bandId: string; id: string; access: 'member' | 'admin' | 'owner' }
  /** Opens the report dialog; null on a server that takes no reports. */
  onReport: ((chartId: string) => void) | null
}

export function SongCharts({ song, membership, onReport }: Props) {
  const { bandId } = membership
  const [isWriting, setWriting] = useState(false)
  /** The chart that the open dialog edits: a copy, so that the dialog and its typed text stay if another member deletes the chart. */
  const [editedChart, setEditedChart] = useState<Chart | null>(null)
  const EditDialog = editedChart?.kind === 'text' ? EditTextChartDialog : ChartNameDialog
  const charts = useEndpoint('GET /api/bands/:bandId/songs/:songId/charts', { params: { bandId, songId: song.id } })
  useChartPreload(charts.data)
  const upload = useAddFileCharts(bandId, song.id)
  const target = makeChartsUploadTarget(song.id)
  const isFull = (charts.data?.length ?? 0) >= limits.chartsPerSong

  return (
    <section aria-labelledby={`charts-${song.id}`} className="grid grid-cols-1 gap-2">
      <h3 id={`charts-${song.id}`} className="font-semibold">
        Charts
      </h3>
      <QueryState
        query={charts}
        fallback={chartMessages.chartsNotRead}
        isInline
        loading={<Skeleton className="h-14" />}
        empty={<p className="text-sm text-muted">{chartMessages.noCharts}</p>}
      >
        {(shown) => (
          <ul aria-label={`Charts of ${song.title}`} className="grid grid-cols-1 gap-2">
            {shown.map((chart) => (
              <ChartRow
                key={chart.id}
                chart={chart}
                membership={membership}
                target={target}
                onEdit={setEditedChart}
                onReport={onReport}
              />
            ))}
          </ul>
        )}
      </QueryState>
      <UploadRows target={target} />
      {isFull ? (
        <p className="text-sm text-muted">{chartMessages.chartsFull}</p>
      ) : (
        <FileChooser label="Add a file" accept={chartFileTypes} hasCamera isMultiple onChoose={upload}>
          <Button
            variant="quiet"
            size="sm"
            onPointerEnter={() => void loadTextChartDialog().catch(() => undefined)}
            onClick={() => setWriting(true)}
          >
            <PenLine aria-hidden="true" className="size-5" />
            Type it
          </Button>
        </FileChooser>
      )}
      <StorageLine bandId={bandId} />
      <OfflineSavingProvider>
        <Suspense>
          {isWriting && <NewTextChartDialog song={song} membership={membership} onClose={() => setWriting(false)} />}
          {editedChart && <EditDialog chart={editedChart} bandId={bandId} onClose={() => setEditedChart(null)} />}
        </Suspense>
      </OfflineSavingProvider>
    </section>
  )
}

/** Shows how much storage the band's files use, once it is over half of the limit. */
function StorageLine({ bandId }: { bandId: string }) {
  const { data } = useEndpoint('GET /api/bands/:bandId/storage', { params: { bandId } })
  if (!data || data.usedBytes * 2 <= data.limitBytes) return null
  return <p className="text-sm text-warn">{fileMessages.storageUsed(data.usedBytes, data.limitBytes)}</p>
}
