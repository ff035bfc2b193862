import type { Chart } from '@gaffer/domain/charts/chart'
import { useRef, useState } from 'react'
import { ChartSurface, type ChartHandle } from '#features/charts/chart-surface.tsx'
import { useChartView } from '#features/charts/chart-view.ts'
import { downloadChart } from '#features/charts/download-chart.ts'
import type { PageView } from '#features/charts/fit-page.ts'
import { PageControls } from '#features/charts/page-controls.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'

type Props = { chart: Chart; isOpen: boolean; onClose: () => void }

/** Shows a PDF or a picture in the app's viewer, without markup: that belongs to members. */
export function DepChartDialog({ chart, isOpen, onClose }: Props) {
  const [view, setView] = useState<PageView>({ fit: 'width', zoom: 1 })
  const [textView] = useChartView(chart.id)
  const surface = useRef<ChartHandle>(null)
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={chart.name}
      height="tall"
      footerSaves={false}
      footer={
        <>
          <PageControls view={view} onView={setView} onTurn={(by) => void surface.current?.turn(by)} onDraw={null} />
          <Button variant="secondary" isWide onClick={() => void downloadChart(chart)}>
            Download
          </Button>
        </>
      }
    >
      <div className="relative h-full touch-pan-x touch-pan-y touch-pinch-zoom">
        <ChartSurface ref={surface} chart={chart} view={view} textView={textView} />
      </div>
    </Dialog>
  )
}
