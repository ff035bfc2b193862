// The member's own readiness in a song's row; a press moves it on to the next status.

import { readinessLabels, type ReadinessStatus } from '@gaffer/domain/song'
import { clsx } from 'clsx'
import { useSavingGate } from '#ui/use-saving-gate.ts'
import { ReadinessIcon, readinessText, readinessTone } from './readiness-look.tsx'
import { nextStatus } from './readiness-tally.ts'

type Props = { title: string; status: ReadinessStatus; onChange: (status: ReadinessStatus) => void }

export function ReadinessButton({ title, status, onChange }: Props) {
  const { gateProps, attempt } = useSavingGate()
  const next = nextStatus(status)
  return (
    <button
      type="button"
      aria-label={`Your readiness for ${title}: ${readinessLabels[status]}`}
      title={`Press for ${readinessLabels[next]}`}
      {...gateProps}
      onClick={() => attempt(() => onChange(next))}
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
