// Shows whether the charts of a set list are stored on the device.

import { chartMessages } from '@gaffer/domain/charts/chart-messages'
import { CircleCheck, TriangleAlert } from 'lucide-react'
import { useEndpoint } from '#lib/use-endpoint.ts'
import type { MissingReason } from '#offline/kept-files-state.ts'
import { useKeepCharts } from '#offline/use-keep-charts.ts'

const missingReasons: MissingReason[] = ['no room', 'browser full', 'not read']

type Props = {
  bandId: string
  setlistId: string
  /** Whether an event of the next 14 days has this set list. The device then stores the charts while the page is idle. */
  isPlayedSoon: boolean
  titleOf: (songId: string) => string | undefined
}

/** Renders nothing for a set list without charts. Charts are stored only for the gigs and practices of the next fortnight. */
export function ChartsOnDevice({ bandId, setlistId, isPlayedSoon, titleOf }: Props) {
  const { data: charts } = useEndpoint('GET /api/bands/:bandId/setlists/:setlistId/charts', {
    params: { bandId, setlistId },
  })
  const { kept, missing } = useKeepCharts(charts)
  if (!charts || charts.length === 0 || !kept) return null
  if (!isPlayedSoon && charts.every(({ id }) => !kept.has(id) && !missing.has(id))) {
    return <p className="mb-4 text-sm text-muted">{chartMessages.chartsKeptLater}</p>
  }
  const missingCharts = charts.filter(({ id, version }) => kept.get(id)?.version !== version)
  const count = charts.length - missingCharts.length
  const Icon = missingCharts.length === 0 ? CircleCheck : TriangleAlert
  return (
    <div className="mb-4 text-sm text-muted">
      <p className="flex items-center gap-2">
        <Icon aria-hidden="true" className={missingCharts.length === 0 ? 'size-4 text-success' : 'size-4 text-warn'} />
        {chartMessages.chartsOnDevice(count, charts.length)}
      </p>
      {missingReasons.map((reason) => {
        const names = missingCharts
          .filter(({ id }) => (missing.get(id) ?? 'not read') === reason)
          .map(({ songId, name }) => [titleOf(songId), name].filter(Boolean).join(': '))
        return names.length === 0 ? null : (
          <p key={reason} className="mt-1 pl-6 break-words">
            {chartMessages.chartsMissing[reason]} {names.join(', ')}
          </p>
        )
      })}
    </div>
  )
}
