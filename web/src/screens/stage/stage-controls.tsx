// The controls of the stage view: over a chart, and the choice between a song's facts and its charts.

import type { Chart } from '@gaffer/domain/charts/chart'
import { ChevronLeft, ChevronRight, FileMusic, Maximize, MoveHorizontal, Pause, Play } from 'lucide-react'
import { useState, useEffect, type ReactNode } from 'react'
import { clsx } from 'clsx'
import type { PageView } from '#features/charts/fit-page.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { Menu, MenuItem } from '#ui/menu.tsx'
import { readStored, writeStored } from '#lib/browser-storage.ts'

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
      <ControlButton label="Previous" Icon={ChevronLeft} onClick={() => onTurn(-1)} />
      <ControlButton label="Next" Icon={ChevronRight} onClick={() => onTurn(1)} />
      {isText ? (
        <ControlButton
          label={isScrolling ? 'Stop scrolling' : 'Scroll by itself'}
          Icon={scrollIcon}
          onClick={onScroll}
        />
      ) : (
        <ControlButton label={fit === 'page' ? 'Fit width' : 'Fit page'} Icon={fitIcon} onClick={onFit} />
      )}
    </>
  )
}

function ControlButton({ label, Icon, onClick }: { label: string; Icon: typeof Play; onClick: () => void }) {
  return <IconButton label={label} icon={<Icon aria-hidden="true" className="size-5" />} onClick={onClick} />
}

type SongChoiceProps = {
  charts: readonly Chart[]
  shown: Chart | null
  onChoose: (songId: string, chart: Chart | null) => void
}

/** The menu that chooses whether the page shows the song's facts or one of its charts. */
export function SongChoice({ charts, shown, onChoose }: SongChoiceProps) {
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

const factsChoice = 'facts'
/** The id of a chart, or "facts", by the id of the song. The last choice is stored too, for songs without a choice of their own. */
type StageChoices = Record<string, string>
const lastChoiceKey = 'last'

function readChoices(): StageChoices {
  const stored = readStored('stageChoices')
  return stored === null ? {} : (JSON.parse(stored) as StageChoices)
}

/** Returns the choice for each song of the stage view: its facts, or one of its charts. The choices are stored on the device. */
export function useStageChoice(charts: readonly Chart[]) {
  const [choices, setChoices] = useState(readChoices)

  /**
   * The chart to show for a song; null for the song's facts. Without a choice for the song, the member's last choice decides between the
   * facts and the first chart.
   */
  function chartFor(songId: string | null): Chart | null {
    const ofSong = charts.filter((chart) => chart.songId === songId)
    const ownChoice = songId === null ? undefined : choices[songId]
    if (ownChoice === factsChoice) return null
    const chosen = ofSong.find(({ id }) => id === ownChoice)
    if (chosen) return chosen
    return choices[lastChoiceKey] === factsChoice ? null : (ofSong[0] ?? null)
  }

  function choose(songId: string, chart: Chart | null) {
    const nextChoices = {
      ...choices,
      [songId]: chart?.id ?? factsChoice,
      [lastChoiceKey]: chart ? 'chart' : factsChoice,
    }
    setChoices(nextChoices)
    writeStored('stageChoices', JSON.stringify(nextChoices))
  }

  return { chartFor, choose }
}

const hideDelayMs = 3000

/** The controls over a chart. They hide after three seconds, unless one of them has the focus. */
export function StageChrome({
  isHiding,
  shownAt,
  children,
}: {
  isHiding: boolean
  shownAt: number
  children: ReactNode
}) {
  const [hiddenSince, setHiddenSince] = useState<number | null>(null)
  useEffect(() => {
    if (!isHiding) return
    const timer = setTimeout(() => setHiddenSince(shownAt), hideDelayMs)
    return () => clearTimeout(timer)
  }, [isHiding, shownAt])
  const isHidden = isHiding && hiddenSince === shownAt
  return (
    <div
      className={clsx(
        'absolute inset-x-0 top-0 z-10 flex flex-wrap items-center justify-end pt-[env(safe-area-inset-top)] pr-1 transition-opacity',
        isHiding && 'bg-[#000c]',
        isHidden && 'opacity-0 not-focus-within:pointer-events-none focus-within:opacity-100',
      )}
    >
      {children}
    </div>
  )
}
