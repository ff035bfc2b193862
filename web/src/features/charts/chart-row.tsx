import { canChangeChart } from '@gaffer/domain/charts/access'
import { isChartHidden } from '@gaffer/domain/charts/chart'
import { chartMessages } from '@gaffer/domain/charts/chart-messages'
import { Link } from '@tanstack/react-router'
import { Download, FileText, FileUp, Flag, History, Image, MoreHorizontal, Pencil, Text, Trash2 } from 'lucide-react'
import { Suspense, useRef, useState } from 'react'
import { startUpload } from '#features/files/upload-store.ts'
import { lazyOverlay } from '#lib/lazy-part.tsx'
import { WaitingToSendMark } from '#offline/waiting-mark.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Menu, MenuItem } from '#ui/menu.tsx'
import { showToast } from '#ui/toast-store.ts'
import { downloadChart } from './download-chart.ts'
import { useDeleteChart, useReplaceChartFile, type Chart } from './queries.ts'
import { startOpeningChart } from './use-chart-preload.ts'

/** The file types that the file picker offers. The server checks the bytes, not the type. */
export const chartFileTypes = 'application/pdf,image/jpeg,image/png,image/webp'

const ChartVersionsDialog = lazyOverlay(() => import('./chart-versions-dialog.tsx'), 'ChartVersionsDialog')

const kindIcons = { pdf: FileText, image: Image, text: Text }
const kindLabels = { pdf: 'PDF', image: 'Picture', text: 'Text' }
const iconClassName = 'size-5 shrink-0'

type Props = {
  chart: Chart
  membership: { bandId: string; id: string; access: 'member' | 'admin' | 'owner' }
  /** The key under which the upload store lists the song's uploads. */
  target: string
  /** Opens the dialog that edits the chart. */
  onEdit: (chart: Chart) => void
  /** Opens the report dialog; null on a server that takes no reports. */
  onReport: ((chartId: string) => void) | null
}

export function ChartRow({ chart, membership, target, onEdit, onReport }: Props) {
  const { bandId } = membership
  const [areVersionsShown, setVersionsShown] = useState(false)
  const fileInput = useRef<HTMLInputElement>(null)
  const deleteChart = useDeleteChart(bandId)
  const { mutateAsync: replace } = useReplaceChartFile(bandId)
  const Icon = kindIcons[chart.kind]
  const isHidden = isChartHidden(chart)
  const canChange = canChangeChart({ ...membership, membershipId: membership.id }, chart)

  function uploadNewVersion(file: File) {
    const use = async (uploadId: string) => {
      const { name } = await replace({ chartId: chart.id, uploadId })
      showToast({ title: chartMessages.chartReplaced, text: name })
    }
    void startUpload({ bandId, purpose: 'chart', target, file, name: file.name, use })
  }

  return (
    <li className="flex items-center rounded-control border border-hairline bg-raised light:bg-surface">
      {isHidden ? (
        <p className="flex min-h-14 min-w-0 flex-1 items-center gap-3 px-3 py-2 text-muted">{chart.name}</p>
      ) : (
        <Link
          to="/bands/$bandId/charts/$chartId"
          params={{ bandId, chartId: chart.id }}
          onClick={() => void startOpeningChart(chart)}
          className="flex min-h-14 min-w-0 flex-1 items-center gap-3 rounded-control px-3 py-2 -outline-offset-2 transition-colors hover:bg-lit"
        >
          <Icon aria-hidden="true" className={`${iconClassName} text-muted`} />
          <span className="min-w-0 flex-1">
            <span className="block font-medium break-words">{chart.name}</span>
            <span className="block text-sm text-muted">{formatChartFacts(chart)}</span>
            <WaitingToSendMark subjectId={chart.id} />
          </span>
        </Link>
      )}
      <ChartMenu
        chart={chart}
        canChange={canChange}
        onEdit={() => onEdit(chart)}
        onShowVersions={() => setVersionsShown(true)}
        onReplace={() => fileInput.current?.click()}
        onDelete={() => void deleteChart(chart)}
        onReport={chart.uploadedBy === membership.id ? null : onReport}
      />
      <input
        ref={fileInput}
        type="file"
        accept={chartFileTypes}
        hidden
        aria-label={`New file for ${chart.name}`}
        onChange={({ target: input }) => {
          const [file] = input.files ?? []
          if (file) uploadNewVersion(file)
          input.value = ''
        }}
      />
      <Suspense>
        {areVersionsShown && (
          <ChartVersionsDialog
            chart={chart}
            bandId={bandId}
            canRestore={canChange}
            onClose={() => setVersionsShown(false)}
          />
        )}
      </Suspense>
    </li>
  )
}

type MenuProps = {
  chart: Chart
  canChange: boolean
  onEdit: () => void
  onShowVersions: () => void
  onReplace: () => void
  onDelete: () => void
  onReport: Props['onReport']
}

function ChartMenu({ chart, canChange, onEdit, onShowVersions, onReplace, onDelete, onReport }: MenuProps) {
  const { url } = chart
  const hasVersions = chart.version > 1 && !isChartHidden(chart)
  const canReport = onReport !== null && !isChartHidden(chart)
  if (!canChange && url === null && !hasVersions && !canReport) return null
  return (
    <Menu
      align="end"
      trigger={
        <IconButton
          label={`More for ${chart.name}`}
          icon={<MoreHorizontal aria-hidden="true" className={iconClassName} />}
          className="mr-1"
        />
      }
    >
      {canChange && !isChartHidden(chart) && <ChangeMenuItems chart={chart} onEdit={onEdit} onReplace={onReplace} />}
      {url !== null && (
        <MenuItem
          icon={<Download aria-hidden="true" className={iconClassName} />}
          onSelect={() => void downloadChart(chart)}
        >
          Download
        </MenuItem>
      )}
      {hasVersions && (
        <MenuItem icon={<History aria-hidden="true" className={iconClassName} />} onSelect={onShowVersions}>
          Earlier versions
        </MenuItem>
      )}
      {canChange && (
        <MenuItem icon={<Trash2 aria-hidden="true" className={iconClassName} />} onSelect={onDelete}>
          Delete
        </MenuItem>
      )}
      {canReport && (
        <MenuItem icon={<Flag aria-hidden="true" className={iconClassName} />} onSelect={() => onReport(chart.id)}>
          Report to the people who run this Gaffer
        </MenuItem>
      )}
    </Menu>
  )
}

function ChangeMenuItems({ chart, onEdit, onReplace }: Pick<MenuProps, 'chart' | 'onEdit' | 'onReplace'>) {
  if (chart.kind === 'text') {
    return (
      <MenuItem icon={<Pencil aria-hidden="true" className={iconClassName} />} onSelect={onEdit}>
        Edit
      </MenuItem>
    )
  }
  return (
    <>
      <MenuItem icon={<Pencil aria-hidden="true" className={iconClassName} />} onSelect={onEdit}>
        Name and part
      </MenuItem>
      <MenuItem icon={<FileUp aria-hidden="true" className={iconClassName} />} onSelect={onReplace}>
        Replace with a new file
      </MenuItem>
    </>
  )
}

function formatChartFacts({ kind, part, pages }: Chart): string {
  const length = kind === 'pdf' && pages !== null ? `${pages} ${pages === 1 ? 'page' : 'pages'}` : null
  return [part ?? 'Everybody', kindLabels[kind], length].filter(Boolean).join(' · ')
}
