import { limits } from '@gaffer/domain/shared/limits'
import { Minus, Plus } from 'lucide-react'
import { IconButton } from '#ui/icon-button.tsx'
import { Switch } from '#ui/switch.tsx'
import type { TypedShare } from './settlement-form-values.ts'

/** A press changes a weight by a half. */
const step = 0.5

type Props = { shares: readonly TypedShare[]; onChange: (shares: TypedShare[]) => void }

/** Who gets a share, equal ones at first. The weights appear for who gets one. */
export function ShareFields({ shares, onChange }: Props) {
  const change = (id: string, weight: number) =>
    onChange(shares.map((share) => (share.membershipId === id ? { ...share, weight } : share)))
  return (
    <fieldset className="grid grid-cols-1">
      <legend className="mb-1 font-semibold">Shares of the rest</legend>
      {shares.map(({ membershipId, displayName, weight }) => (
        <div key={membershipId} className="flex items-center gap-3 border-b border-hairline last:border-0">
          <div className="flex-1">
            <Switch label={displayName} isOn={weight > 0} onChange={(isOn) => change(membershipId, isOn ? 1 : 0)} />
          </div>
          {weight > 0 && (
            <div className="flex items-center">
              <IconButton
                label={`Smaller share for ${displayName}`}
                icon={<Minus aria-hidden="true" className="size-5" />}
                disabled={weight <= step}
                onClick={() => change(membershipId, weight - step)}
              />
              <span className="w-9 text-center text-sm tabular-nums">× {weight}</span>
              <IconButton
                label={`Larger share for ${displayName}`}
                icon={<Plus aria-hidden="true" className="size-5" />}
                disabled={weight + step > limits.shareWeight}
                onClick={() => change(membershipId, weight + step)}
              />
            </div>
          )}
        </div>
      ))}
    </fieldset>
  )
}
