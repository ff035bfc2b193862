import type { Chart } from '@gaffer/domain/charts/chart'
import type { Ref } from 'react'
import { ChartSurface, type ChartHandle } from '#features/charts/chart-surface.tsx'
import { useChartView } from '#features/charts/chart-view.ts'
import type { PageView } from '#features/charts/fit-page.ts'
import { MarkupLayer } from '#features/charts/markup-layer.tsx'
import { useMarkup } from '#features/charts/use-markup.ts'
import type { MembershipKey } from '#lib/me.ts'

type Props = {
  chart: Chart
  membership: MembershipKey
  view: PageView
  ref: Ref<ChartHandle>
  scrollSeconds: number | null
  onScrolled: () => void
}

/** A chart that fills the stage view, with its markup. */
export function StageChart({ chart, membership: { bandId, id: membershipId }, ...rest }: Props) {
  const [textView] = useChartView(chart.id)
  const markup = useMarkup({ bandId, membershipId }, chart)
  return (
    <ChartSurface
      chart={chart}
      textView={textView}
      {...rest}
      renderOverlay={(page, size) => (
        <MarkupLayer
          size={size}
          own={markup.ownStrokes(page)}
          others={markup.othersStrokes(page)}
          tool={null}
          onChange={(strokes) => markup.setStrokes(page, strokes)}
        />
      )}
    />
  )
}
