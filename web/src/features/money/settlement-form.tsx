// The form of a settlement. It is prefilled, so that a usual gig is settled with two presses.

import { moneyMessages } from '@gaffer/domain/money/money-messages'
import type { Settlement } from '@gaffer/domain/money/settlement'
import { limits } from '@gaffer/domain/shared/limits'
import { useState } from 'react'
import { Minus, Plus } from 'lucide-react'
import { EditConflictDialog } from '#lib/edit-conflict-dialog.tsx'
import { useIdempotencyKeySource } from '#lib/idempotency-key.ts'
import { useChange } from '#offline/use-change.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { showToast } from '#ui/toast-store.ts'
import { useUnsavedEntries } from '#ui/use-unsaved-entries.ts'
import { SegmentedControl } from '#ui/segmented-control.tsx'
import { TextField } from '#ui/text-field.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Switch } from '#ui/switch.tsx'
import { CostFields } from './cost-fields.tsx'
import { FeeBar } from './fee-bar.tsx'
import { formatMoney } from './format-money.ts'
import { PoundsField } from './pounds-field.tsx'
import {
  previewSettlement,
  parsePercent,
  type AmountUnit,
  type TypedAmount,
  type TypedShare,
} from './settlement-form-values.ts'
import { useSettlementEdit } from './use-settlement-edit.ts'

type Props = {
  bandId: string
  settlement: Settlement
  members: readonly { id: string; displayName: string }[]
}

export function SettlementForm({ bandId, settlement, members }: Props) {
  const [isAsking, setAsking] = useState(false)
  const { keyFor } = useIdempotencyKeySource()
  const { values, isDirty, isSaving, change, save, conflict } = useSettlementEdit(bandId, settlement, members)
  const { parts, feePence, restPence, problem } = previewSettlement(values, settlement.deps)
  const settleGig = useChange('POST /api/bands/:bandId/events/:eventId/settlement/settle', {
    changes: 'money',
    failure: { title: moneyMessages.notSettledYet },
  })
  useUnsavedEntries({ isDirty: () => isDirty })

  async function saveAndSettle() {
    const saved = await save()
    setAsking(false)
    if (!saved) return
    const settled = await settleGig.send({
      params: { bandId, eventId: settlement.eventId },
      version: saved.version,
      idempotencyKey: keyFor(['settle', saved.version]),
    })
    if (settled) showToast({ title: moneyMessages.settled })
  }

  return (
    <div className="grid grid-cols-1 gap-5 xl:grid-cols-[1.2fr_1fr] xl:items-start">
      <Card className="grid grid-cols-1 gap-5 p-4 sm:p-5">
        <PoundsField label="Fee" value={values.fee} onChange={(fee) => change({ fee })} />
        <ShareFields shares={values.shares} onChange={(shares) => change({ shares })} />
        <AmountField
          label="Agent"
          hint="Per cent of the fee, or pounds."
          value={values.agent}
          onChange={(agent) => change({ agent })}
        />
        <CostFields costs={values.costs} members={values.shares} onChange={(costs) => change({ costs })} />
        <AmountField
          label="Into the pot"
          hint="Per cent of what is left after agent, costs and deps, or pounds."
          value={values.pot}
          onChange={(pot) => change({ pot })}
        />
      </Card>
      <Card as="section" aria-labelledby="where-it-goes" className="grid grid-cols-1 gap-4 p-4 sm:p-5">
        <h2 id="where-it-goes" className="text-lg font-bold">
          Where {formatMoney(feePence)} goes
        </h2>
        <FeeBar feePence={feePence} parts={parts} />
        <output className="empty:hidden">
          {problem && (
            <Banner tone="warn">
              {problem}
              {restPence < 0 && ` (by ${formatMoney(-restPence)})`}
            </Banner>
          )}
        </output>
        <div className="grid gap-3 sm:grid-cols-2">
          <Button saves isBusy={settleGig.isPending} disabled={problem !== null} onClick={() => setAsking(true)}>
            Settle
          </Button>
          <Button
            variant="secondary"
            saves
            isBusy={isSaving && !isAsking}
            disabled={!isDirty || problem !== null}
            onClick={() => void save()}
          >
            Save as draft
          </Button>
        </div>
        <p className="text-sm text-muted">{moneyMessages.moneyPurpose}</p>
      </Card>
      <ConfirmDialog
        isOpen={isAsking}
        title="Settle this gig?"
        text={moneyMessages.confirmSettle}
        confirmLabel="Settle"
        confirmVariant="primary"
        isBusy={isSaving || settleGig.isPending}
        onConfirm={() => void saveAndSettle()}
        onCancel={() => setAsking(false)}
      />
      {conflict && !isAsking && (
        <EditConflictDialog description={moneyMessages.settlementConflict} isBusy={isSaving} {...conflict} />
      )}
    </div>
  )
}

const unitOptions: { value: AmountUnit; label: string }[] = [
  { value: 'pounds', label: '£' },
  { value: 'percent', label: '%' },
]

type AmountFieldProps = { label: string; hint: string; value: TypedAmount; onChange: (value: TypedAmount) => void }

/** The field for an amount in pounds or per cent. */
function AmountField({ label, hint, value, onChange }: AmountFieldProps) {
  const { unit, text } = value
  const fieldProps = { label, hint, value: text, isOptional: true, className: 'min-w-0 flex-1 basis-28' }
  return (
    <div className="flex flex-wrap items-start gap-x-2">
      {unit === 'pounds' ? (
        <PoundsField {...fieldProps} onChange={(typed) => onChange({ unit, text: typed })} />
      ) : (
        <TextField
          {...fieldProps}
          inputMode="decimal"
          autoComplete="off"
          maxLength={7}
          error={parsePercent(text) === undefined ? moneyMessages.percentInvalid : undefined}
          onChange={({ target }) => onChange({ unit, text: target.value })}
        />
      )}
      <SegmentedControl
        label={`${label} in`}
        options={unitOptions}
        value={unit}
        onChange={(next) => onChange({ unit: next, text })}
        className="mt-[1.4375rem] w-24"
      />
    </div>
  )
}

/** Each press of a button changes a member's weight by this much. */
const weightStep = 0.5

type ShareFieldsProps = { shares: readonly TypedShare[]; onChange: (shares: TypedShare[]) => void }

/** Chooses the members who get a share, equal shares at first. Members with a share also have buttons for their weight. */
function ShareFields({ shares, onChange }: ShareFieldsProps) {
  const change = (id: string, weight: number) =>
    onChange(shares.map((share) => (share.membershipId === id ? { ...share, weight } : share)))
  return (
    <fieldset className="grid grid-cols-1">
      <legend className="mb-1 font-semibold">Shares of the rest</legend>
      {shares.map(({ membershipId, displayName, weight }) => (
        <div key={membershipId} className="flex flex-wrap items-center gap-x-3 border-b border-hairline last:border-0">
          <div className="min-w-0 flex-1 basis-40 wrap-anywhere">
            <Switch label={displayName} isOn={weight > 0} onChange={(isOn) => change(membershipId, isOn ? 1 : 0)} />
          </div>
          {weight > 0 && (
            <div className="ml-auto flex items-center">
              <IconButton
                label={`Smaller share for ${displayName}`}
                icon={<Minus aria-hidden="true" className="size-5" />}
                disabled={weight <= weightStep}
                onClick={() => change(membershipId, weight - weightStep)}
              />
              <output className="w-9 text-center text-sm tabular-nums">× {weight}</output>
              <IconButton
                label={`Larger share for ${displayName}`}
                icon={<Plus aria-hidden="true" className="size-5" />}
                disabled={weight + weightStep > limits.shareWeight}
                onClick={() => change(membershipId, weight + weightStep)}
              />
            </div>
          )}
        </div>
      ))}
    </fieldset>
  )
}
