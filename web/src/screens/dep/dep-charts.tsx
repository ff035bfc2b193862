// The charts for a dep who plays: texts open in place, PDFs and pictures in the app's viewer.

import type { Chart } from '@gaffer/domain/charts/chart'
import { chartMessages } from '@gaffer/domain/charts/chart-messages'
import { FileText, Image } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useChartView } from '#features/charts/chart-view.ts'
import { ChartViewControls } from '#features/charts/chart-view-controls.tsx'
import { TextChart } from '#features/charts/text-chart.tsx'
import { QueryState } from '#lib/query-state.tsx'
import { lazyOverlay } from '#lib/lazy-part.tsx'
import { useEndpoint } from '#lib/use-endpoint.ts'

const DepChartDialog = lazyOverlay(() => import('./dep-chart-dialog.tsx'), 'DepChartDialog')

export function DepCharts({ token }: { token: string }) {
  const charts = useEndpoint('GET /api/dep-links/:token/charts', { params: { token } })
  if (charts.data?.length === 0) return null
  return (
    <section aria-labelledby="charts" className="mt-8 border-t border-hairline pt-6 print:hidden">
      <h2 id="charts" className="text-xl font-bold">
        Charts
      </h2>
      <QueryState query={charts} fallback={chartMessages.chartsNotRead} isInline>
        {(shown) => (
          <ul className="mt-3 grid grid-cols-1 divide-y divide-hairline">
            {shown.map((chart) => (
              <li key={chart.id}>
                {chart.text === null ? <FileChart chart={chart} /> : <DepTextChart chart={chart} text={chart.text} />}
              </li>
            ))}
          </ul>
        )}
      </QueryState>
    </section>
  )
}

function FileChart({ chart }: { chart: Chart }) {
  const { name, part, kind, pages, url } = chart
  /** `isMounted` stays true after the first opening, so that the dialog can close with its motion. */
  const [{ isOpen, isMounted }, setDialog] = useState({ isOpen: false, isMounted: false })
  const Icon = kind === 'image' ? Image : FileText
  if (url === null) return <p className="py-3 text-muted">{name}</p>
  const facts = [part, kind === 'pdf' && `PDF, ${pages} ${pages === 1 ? 'page' : 'pages'}`].filter(Boolean).join(' · ')
  return (
    <>
      <button
        type="button"
        onClick={() => setDialog({ isOpen: true, isMounted: true })}
        className="flex min-h-12 w-full items-center gap-3 py-2 text-left underline"
      >
        <Icon aria-hidden="true" className="size-5 shrink-0 text-muted" />
        <span className="min-w-0 break-words">
          {name}
          {facts && <span className="text-sm text-muted"> ({facts})</span>}
        </span>
      </button>
      <Suspense>
        {isMounted && (
          <DepChartDialog isOpen={isOpen} chart={chart} onClose={() => setDialog({ isOpen: false, isMounted: true })} />
        )}
      </Suspense>
    </>
  )
}

function DepTextChart({ chart, text }: { chart: Chart; text: string }) {
  const [view, setView] = useChartView(chart.id)
  const format = chart.format ?? 'plain'
  return (
    <details>
      <summary className="min-h-12 cursor-pointer py-3 font-medium break-words">
        {chart.name}
        {chart.part && <span className="text-sm text-muted"> ({chart.part})</span>}
      </summary>
      <ChartViewControls view={view} onChange={setView} chart={{ text, format }} />
      <div className="py-3">
        <TextChart text={text} format={format} {...view} />
      </div>
    </details>
  )
}
