// The member's own readiness, all three statuses side by side: radio buttons, so one tap or an arrow key chooses.

import { readinessLabels, readinessStatuses, type ReadinessStatus } from '@gaffer/domain/song'
import { clsx } from 'clsx'
import { useId } from 'react'
import { useSavingGate } from '#ui/use-saving-gate.ts'
import { ReadinessIcon, readinessText, readinessTone } from './readiness-look.tsx'

type Props = { status: ReadinessStatus; onChange: (status: ReadinessStatus) => void }

export function ReadinessChoice({ status, onChange }: Props) {
  const name = useId()
  const { isOff, gateProps, attempt } = useSavingGate()
  return (
    <fieldset className={clsx('min-w-0', isOff && 'opacity-60')}>
      <legend className="mb-1.5 text-sm font-semibold">Your readiness</legend>
      <div className="grid grid-cols-3 gap-2 @max-[16rem]:grid-cols-1">
        {readinessStatuses.map((one) => (
          <label
            key={one}
            className={clsx(
              'relative flex min-h-14 cursor-pointer flex-col items-center justify-center gap-0.5 rounded-control border border-control px-1 py-1.5 text-center text-sm font-semibold transition-colors sm:min-h-12 sm:flex-row sm:gap-2',
              'has-checked:border-(--tone) has-checked:bg-[color-mix(in_srgb,var(--tone)_10%,var(--surface))] has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
              readinessTone[one],
              one === status ? readinessText[one] : 'text-muted hover:text-text',
            )}
          >
            <input
              type="radio"
              name={name}
              value={one}
              checked={one === status}
              {...gateProps}
              onChange={() => attempt(() => onChange(one))}
              className="absolute inset-0 size-full cursor-pointer opacity-0"
            />
            <ReadinessIcon status={one} />
            {readinessLabels[one]}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
