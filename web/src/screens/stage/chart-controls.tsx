import type { Chart } from '@gaffer/domain/charts/chart'
import { ChevronLeft, ChevronRight, FileMusic, Maximize, MoveHorizontal, Pause, Play } from 'lucide-react'
import type { PageView } from '#features/charts/fit-page.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { Menu, MenuItem } from '#ui/menu.tsx'

type Props = {
  isText: boolean
  isScrolling: boolean
  fit: PageView['fit']
  onTurn: (by: 1 | -1) => void
  onFit: () => void
  onScroll: () => void
}

export function ChartControls({ isText, isScrolling, fit, onTurn, onFit, onScroll }: Props) {
  const scrollIcon = isScrolling ? Pause : Play
  const fitIcon = fit === 'page' ? MoveHorizontal : Maximize
  return (
    <>
      <Control label="Previous" Icon={ChevronLeft} onClick={() => onTurn(-1)} />
      <Control label="Next" Icon={ChevronRight} onClick={() => onTurn(1)} />
      {isText ? (
        <Control label={isScrolling ? 'Stop scrolling' : 'Scroll by itself'} Icon={scrollIcon} onClick={onScroll} />
      ) : (
        <Control label={fit === 'page' ? 'Fit width' : 'Fit page'} Icon={fitIcon} onClick={onFit} />
      )}
    </>
  )
}

function Control({ label, Icon, onClick }: { label: string; Icon: typeof Play; onClick: () => void }) {
  return <IconButton label={label} icon={<Icon aria-hidden="true" className="size-5" />} onClick={onClick} />
}

type ChoiceProps = {
  charts: readonly Chart[]
  shown: Chart | null
  onChoose: (songId: string, chart: Chart | null) => void
}

/** The song's facts, or one of its charts. */
export function SongChoice({ charts, shown, onChoose }: ChoiceProps) {
  const [first] = charts
  if (!first) return null
  return (
    <Menu trigger={<IconButton label="What to show" icon={<FileMusic aria-hidden="true" className="size-5" />} />}>
      <MenuItem isCurrent={shown === null} onSelect={() => onChoose(first.songId, null)}>
        The song
      </MenuItem>
      {charts.map((chart) => (
        <MenuItem key={chart.id} isCurrent={chart.id === shown?.id} onSelect={() => onChoose(chart.songId, chart)}>
          {[chart.name, chart.part].filter(Boolean).join(' · ')}
        </MenuItem>
      ))}
    </Menu>
  )
}
