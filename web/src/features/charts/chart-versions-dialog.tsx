// The last versions of a chart. An earlier version can be opened, or restored as the new current version.

import { chartMessages } from '@gaffer/domain/charts/chart-messages'
import type { ChartVersion } from '@gaffer/domain/charts/chart'
import { formatBytes } from '#lib/format-bytes.ts'
import { formatRelativeTime } from '#lib/format-relative-time.ts'
import { useIdempotencyKeySource } from '#lib/idempotency-key.ts'
import { QueryState } from '#lib/query-state.tsx'
import { useEndpoint } from '#lib/use-endpoint.ts'
import { useNowMs } from '#lib/use-now.ts'
import { useChange } from '#offline/use-change.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { showToast } from '#ui/toast-store.ts'
import type { Chart } from './queries.ts'

type Props = { chart: Chart; bandId: string; canRestore: boolean; onClose: () => void }

export function ChartVersionsDialog({ chart, bandId, canRestore, onClose }: Props) {
  const params = { bandId, chartId: chart.id }
  const { keyFor } = useIdempotencyKeySource()
  const versions = useEndpoint('GET /api/bands/:bandId/charts/:chartId/versions', { params })
  const { send, isPending } = useChange('POST /api/bands/:bandId/charts/:chartId/versions/:version/restore', {
    changes: 'songs',
    failure: { title: chartMessages.versionNotRestored },
  })

  async function restoreVersion({ version }: ChartVersion) {
    // The key depends on the chart's current version, so that a retry after a lost reply repeats it and a later restore gets a new key.
    const idempotencyKey = keyFor([version, chart.version])
    if (!(await send({ params: { ...params, version: String(version) }, idempotencyKey }))) return
    showToast({ title: chartMessages.versionRestored, text: chart.name })
    onClose()
  }

  return (
    <Dialog isOpen onClose={onClose} title="Versions" description={chart.name}>
      <QueryState
        query={versions}
        fallback={chartMessages.versionsNotRead}
        isInline
        loading={<Skeleton className="h-40" />}
      >
        {(shown) => (
          <ul className="grid grid-cols-1 divide-y divide-hairline">
            {shown.map((one, at) => (
              <VersionRow
                key={one.version}
                version={one}
                isNewest={at === 0}
                isBusy={isPending}
                onRestore={canRestore && at > 0 ? () => void restoreVersion(one) : null}
              />
            ))}
          </ul>
        )}
      </QueryState>
    </Dialog>
  )
}

type RowProps = { version: ChartVersion; isNewest: boolean; isBusy: boolean; onRestore: (() => void) | null }

function VersionRow({ version: { version, updatedAt, bytes, url, text }, isNewest, isBusy, onRestore }: RowProps) {
  const now = useNowMs()
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-40">
        <p className="font-medium">{isNewest ? `Version ${version}, shown now` : `Version ${version}`}</p>
        <p className="text-sm text-muted">
          {formatRelativeTime(Date.parse(updatedAt), now)} · {formatBytes(bytes)}
        </p>
        {text !== null && !isNewest && (
          <p className="mt-1 line-clamp-3 font-mono text-sm whitespace-pre-wrap text-muted">{text}</p>
        )}
        {url !== null && !isNewest && (
          <a href={url} target="_blank" rel="noopener noreferrer" className="text-sm font-medium underline">
            Open this version
          </a>
        )}
      </div>
      {onRestore && (
        <Button variant="secondary" size="sm" saves isBusy={isBusy} onClick={onRestore}>
          Take it back
        </Button>
      )}
    </li>
  )
}
