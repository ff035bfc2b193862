// One's own readiness in a song's row: shows it, and a press brings it a step on. For a thumb that has no time.

import { readinessLabels, type ReadinessStatus } from '@gaffer/domain/song'
import { clsx } from 'clsx'
import { useCanSave } from '#ui/can-save.ts'
import { ReadinessIcon, readinessText, readinessTone } from './readiness-look.tsx'
import { nextStatus } from './readiness-tally.ts'

type Props = { title: string; status: ReadinessStatus; onChange: (status: ReadinessStatus) => void }

export function ReadinessButton({ title, status, onChange }: Props) {
  const isResting = !useCanSave()
  const next = nextStatus(status)
  return (
    <button
      type="button"
      aria-label={`Your readiness for ${title}: ${readinessLabels[status]}`}
      title={`Press for ${readinessLabels[next]}`}
      aria-disabled={isResting || undefined}
      onClick={() => !isResting && onChange(next)}
      className={clsx(
        'grid min-h-14 w-18 shrink-0 touch-manipulation place-content-center justify-items-center gap-0.5 self-center rounded-control border text-xs font-semibold transition-colors select-none aria-disabled:opacity-60 @max-[16rem]:w-full',
        'border-[color-mix(in_srgb,var(--tone)_40%,var(--surface))] bg-[color-mix(in_srgb,var(--tone)_8%,var(--surface))] active:bg-[color-mix(in_srgb,var(--tone)_20%,var(--surface))]',
        readinessText[status],
        readinessTone[status],
      )}
    >
      <ReadinessIcon status={status} />
      <span className="whitespace-nowrap">{readinessLabels[status]}</span>
    </button>
  )
}
