import { limits } from '@gaffer/domain/shared/limits'
import { Plus, Trash2 } from 'lucide-react'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Select } from '#ui/select.tsx'
import { TextField } from '#ui/text-field.tsx'
import { PoundsField } from './pounds-field.tsx'
import type { TypedCost } from './settlement-form-values.ts'

const paidByBandValue = 'band'

type Props = {
  costs: readonly TypedCost[]
  members: readonly { membershipId: string; displayName: string }[]
  onChange: (costs: TypedCost[]) => void
}

export function CostFields({ costs, members, onChange }: Props) {
  const change = (key: string, part: Partial<TypedCost>) =>
    onChange(costs.map((cost) => (cost.key === key ? { ...cost, ...part } : cost)))
  const payers = [
    { value: paidByBandValue, label: 'Paid from the fee' },
    ...members.map(({ membershipId, displayName }) => ({ value: membershipId, label: `${displayName} paid it` })),
  ]
  return (
    <fieldset className="grid grid-cols-1 gap-3">
      <legend className="mb-2 font-semibold">Costs</legend>
      {costs.map(({ key, label, text, paidBy }, at) => (
        <div key={key} className="flex flex-wrap items-end gap-2">
          <TextField
            label={`Cost ${at + 1}`}
            placeholder="Fuel, hire, parking"
            maxLength={limits.costLabelLength}
            value={label}
            onChange={({ target }) => change(key, { label: target.value })}
            className="min-w-0 flex-1 basis-40"
          />
          <PoundsField
            label="Pounds"
            value={text}
            onChange={(typed) => change(key, { text: typed })}
            className="w-28"
          />
          <div className="flex min-w-0 flex-1 basis-52 items-end gap-2">
            <div className="min-w-0 flex-1">
              <Select
                label={`Who paid cost ${at + 1}`}
                options={payers}
                value={paidBy ?? paidByBandValue}
                onChange={(payer) => change(key, { paidBy: payer === paidByBandValue ? null : payer })}
              />
            </div>
            <IconButton
              label={`Remove cost ${at + 1}`}
              icon={<Trash2 aria-hidden="true" className="size-5" />}
              onClick={() => onChange(costs.filter((cost) => cost.key !== key))}
            />
          </div>
        </div>
      ))}
      {costs.length < limits.costsPerGig && (
        <Button
          variant="secondary"
          size="sm"
          className="justify-self-start"
          onClick={() => onChange([...costs, { key: crypto.randomUUID(), label: '', text: '', paidBy: null }])}
        >
          <Plus aria-hidden="true" className="size-5" />
          Add a cost
        </Button>
      )}
    </fieldset>
  )
}
