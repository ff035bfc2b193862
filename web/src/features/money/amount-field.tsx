// An amount in pounds or in per cent.

import { moneyMessages } from '@gaffer/domain/money/money-messages'
import { SegmentedControl } from '#ui/segmented-control.tsx'
import { TextField } from '#ui/text-field.tsx'
import { PoundsField } from './pounds-field.tsx'
import { readPercent, type AmountUnit, type TypedAmount } from './settlement-form-values.ts'

const units: { value: AmountUnit; label: string }[] = [
  { value: 'pounds', label: '£' },
  { value: 'percent', label: '%' },
]

type Props = { label: string; hint: string; value: TypedAmount; onChange: (value: TypedAmount) => void }

export function AmountField({ label, hint, value, onChange }: Props) {
  const { unit, text } = value
  const field = { label, hint, value: text, isOptional: true, className: 'flex-1' }
  return (
    <div className="flex items-start gap-2">
      {unit === 'pounds' ? (
        <PoundsField {...field} onChange={(typed) => onChange({ unit, text: typed })} />
      ) : (
        <TextField
          {...field}
          inputMode="decimal"
          autoComplete="off"
          maxLength={7}
          error={readPercent(text) === undefined ? moneyMessages.percentInvalid : undefined}
          onChange={({ target }) => onChange({ unit, text: target.value })}
        />
      )}
      <SegmentedControl
        label={`${label} in`}
        options={units}
        value={unit}
        onChange={(next) => onChange({ unit: next, text: '' })}
        className="mt-7 w-24"
      />
    </div>
  )
}
