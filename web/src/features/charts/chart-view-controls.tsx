import { findWrittenCapo, parseChordPro } from '@gaffer/domain/charts/chordpro'
import { ALargeSmall, ArrowDown, ArrowUp, Minus, Plus } from 'lucide-react'
import { useMemo, type ReactNode } from 'react'
import { IconButton } from '#ui/icon-button.tsx'
import { chartTextSizes, maxCapo, maxSemitones, type ChartView } from './chart-view.ts'
import type { ChartTextFormat } from './text-chart.tsx'

type Props = {
  view: ChartView
  onChange: (changes: Partial<ChartView>) => void
  chart: { text: string; format: ChartTextFormat }
}

const iconClassName = 'size-5'

/** Buttons that transpose a text chart, set the capo and change the size of the text. A plain text can only be made larger or smaller. */
export function ChartViewControls({ view: { semitones, capo: chosenCapo, size }, onChange, chart }: Props) {
  const hasChords = chart.format === 'chordpro'
  const writtenCapo = useMemo(
    () => (hasChords ? findWrittenCapo(parseChordPro(chart.text)) : 0),
    [hasChords, chart.text],
  )
  const capo = chosenCapo ?? writtenCapo
  const setCapo = (fret: number) => onChange({ capo: fret === writtenCapo ? null : fret })
  const at = chartTextSizes.findLastIndex((one) => one <= size)
  const [smaller, larger] = [chartTextSizes[at - 1], chartTextSizes[at + 1]]
  return (
    <div className="flex flex-wrap gap-x-4 gap-y-1">
      {hasChords && (
        <>
          <Stepper
            label={semitones === 0 ? 'As written' : formatSemitones(semitones)}
            down={['Down a semitone', <ArrowDown key="down" aria-hidden="true" className={iconClassName} />]}
            up={['Up a semitone', <ArrowUp key="up" aria-hidden="true" className={iconClassName} />]}
            onDown={semitones > -maxSemitones && (() => onChange({ semitones: semitones - 1 }))}
            onUp={semitones < maxSemitones && (() => onChange({ semitones: semitones + 1 }))}
          />
          <Stepper
            label={capo === 0 ? 'No capo' : `Capo ${capo}`}
            down={['Capo one fret lower', <Minus key="down" aria-hidden="true" className={iconClassName} />]}
            up={['Capo one fret higher', <Plus key="up" aria-hidden="true" className={iconClassName} />]}
            onDown={capo > 0 && (() => setCapo(capo - 1))}
            onUp={capo < maxCapo && (() => setCapo(capo + 1))}
          />
        </>
      )}
      <Stepper
        label={<ALargeSmall aria-label="Size of the words" className="mx-auto size-6" />}
        down={['Smaller', <Minus key="down" aria-hidden="true" className={iconClassName} />]}
        up={['Larger', <Plus key="up" aria-hidden="true" className={iconClassName} />]}
        onDown={smaller !== undefined && (() => onChange({ size: smaller }))}
        onUp={larger !== undefined && (() => onChange({ size: larger }))}
      />
    </div>
  )
}

type StepperProps = {
  label: ReactNode
  down: [string, ReactNode]
  up: [string, ReactNode]
  /** False disables the button, at the end of the range. */
  onDown: false | (() => void)
  onUp: false | (() => void)
}

function Stepper({ label, down, up, onDown, onUp }: StepperProps) {
  return (
    <div className="flex items-center">
      <IconButton label={down[0]} icon={down[1]} disabled={onDown === false} onClick={onDown || undefined} />
      <output className="min-w-20 text-center text-sm font-medium tabular-nums">{label}</output>
      <IconButton label={up[0]} icon={up[1]} disabled={onUp === false} onClick={onUp || undefined} />
    </div>
  )
}

function formatSemitones(semitones: number): string {
  const count = Math.abs(semitones)
  return `${semitones > 0 ? '+' : '−'}${count} ${count === 1 ? 'semitone' : 'semitones'}`
}
