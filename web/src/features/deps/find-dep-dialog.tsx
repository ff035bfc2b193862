// The dialog that asks deps to play at a gig: which deps, in which order, for which fee, and how long each has to answer.

import type { MemberAnswer } from '@gaffer/domain/answers/answer'
import { DepRequestInput, type ParsedDepRequest, type DepRequestMode } from '@gaffer/domain/deps/dep'
import { depMessages } from '@gaffer/domain/deps/dep-messages'
import type { CalendarEntry } from '@gaffer/domain/events/event'
import { parsePoundsToPence } from '@gaffer/domain/gig-sheets/gig-sheet'
import { limits } from '@gaffer/domain/shared/limits'
import { Send, UserRoundPlus } from 'lucide-react'
import { useId, useState } from 'react'
import { useChange } from '#offline/use-change.ts'
import { type Dep, type DepRequest } from './queries.ts'
import { useIdempotencyKeySource } from '#lib/idempotency-key.ts'
import { formatEventNameAndDates } from '#features/events/format-event.ts'
import { joinNames } from '@gaffer/domain/shared/join-names'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Form } from '#ui/form.tsx'
import { SegmentedControl } from '#ui/segmented-control.tsx'
import { Select } from '#ui/select.tsx'
import { TextField } from '#ui/text-field.tsx'
import { showToast } from '#ui/toast-store.ts'
import { useZodForm } from '#ui/use-zod-form.ts'
import { DepChoices } from './dep-choices.tsx'
import { DepDialog } from './dep-dialog.tsx'
import { formatNextAskStep, formatWaitMinutes } from './format-dep-request.ts'
import { listRequestedDepIds } from './missing-members.ts'

// The select option for no member. A select item cannot have an empty value.
const nobodyValue = 'nobody'
const waitOptions = [60, 120, limits.defaultDepWaitMinutes, 480, 1440, 2880].map((minutes) => ({
  value: String(minutes),
  label: formatWaitMinutes(minutes),
}))
const modeOptions: { value: DepRequestMode; label: string }[] = [
  { value: 'one-by-one', label: 'One after another' },
  { value: 'all', label: 'All at once' },
]

export type FindDepProps = {
  event: CalendarEntry
  bandId: string
  deps: readonly Dep[]
  requests: readonly DepRequest[]
  /** The answers of members who need a dep (`listAnswersNeedingDep`). */
  missing: readonly MemberAnswer[]
  onClose: () => void
}

export function FindDepDialog({ event, bandId, deps, requests, missing, onClose }: FindDepProps) {
  const id = useId()
  const { fields, form, chooseDeps } = useDepRequestForm(missing, deps)
  const [fee, setFee] = useState('')
  const [isAdding, setAdding] = useState(false)
  const submit = useSubmitDepRequest({ bandId, eventId: event.id, deps, onDone: onClose })
  const { errors, isDirty } = form.formState
  const isOrdered = fields.mode === 'one-by-one'
  const names = fields.depIds.map((depId) => deps.find((dep) => dep.id === depId)?.name ?? '')
  const addButton = (
    <Button variant="secondary" size="sm" className="justify-self-start" onClick={() => setAdding(true)}>
      <UserRoundPlus aria-hidden="true" className="size-5" />
      Add a dep
    </Button>
  )

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Find a dep"
      description={formatEventNameAndDates(event)}
      height="tall"
      isDirty={isDirty}
      footer={
        <Button type="submit" form={id} isWide isBusy={submit.isPending}>
          <Send aria-hidden="true" className="size-5 shrink-0" />
          {names.length > 1 ? `Ask ${names.length} deps` : `Ask ${names[0] ?? 'deps'}`}
        </Button>
      }
    >
      <Form id={id} onSubmit={form.handleSubmit(submit.send)} className="grid grid-cols-1 gap-5">
        <p className="text-muted">{deps.length === 0 ? depMessages.findNeedsDeps : depMessages.findPurpose}</p>
        <Select
          label="Stands in for"
          options={[
            ...missing.map(({ membershipId, displayName }) => ({ value: membershipId, label: displayName })),
            { value: nobodyValue, label: 'Nobody in particular' },
          ]}
          value={fields.coversMembershipId ?? nobodyValue}
          onChange={(value) =>
            form.setValue('coversMembershipId', value === nobodyValue ? null : value, { shouldDirty: true })
          }
        />
        {deps.length > 0 && (
          <DepChoices
            deps={deps}
            chosen={fields.depIds}
            requestedDepIds={listRequestedDepIds(requests)}
            isOrdered={isOrdered}
            error={errors.depIds?.message}
            onChange={chooseDeps}
          />
        )}
        {addButton}
        <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
          <TextField
            label="Instrument"
            autoComplete="off"
            maxLength={limits.nameLength}
            error={errors.instrument?.message}
            {...form.register('instrument')}
          />
          <TextField
            label="Fee in pounds"
            isOptional
            inputMode="decimal"
            autoComplete="off"
            value={fee}
            error={errors.feePence?.message}
            onChange={({ target }) => {
              setFee(target.value)
              const pence = parsePoundsToPence(target.value)
              // NaN stands for an invalid amount: the schema refuses it with the message about fees.
              form.setValue('feePence', pence === undefined ? Number.NaN : pence, {
                shouldDirty: true,
                shouldValidate: form.formState.isSubmitted,
              })
            }}
          />
        </div>
        <div className="grid grid-cols-1 gap-2">
          <SegmentedControl
            label="How to ask"
            options={modeOptions}
            value={fields.mode}
            onChange={(mode) => form.setValue('mode', mode, { shouldDirty: true })}
          />
          <p className="text-sm text-muted">{isOrdered ? depMessages.oneByOneHint : depMessages.allHint}</p>
        </div>
        {isOrdered && (
          <Select
            label="Time for an answer"
            options={waitOptions}
            value={String(fields.waitMinutes)}
            onChange={(minutes) => form.setValue('waitMinutes', Number(minutes), { shouldDirty: true })}
          />
        )}
        <p className="text-sm text-muted">{depMessages.quietHint}</p>
      </Form>
      {isAdding && (
        <DepDialog
          bandId={bandId}
          dep={null}
          onSaved={(dep) => chooseDeps([...fields.depIds, dep.id].slice(0, limits.depsPerRequest), dep)}
          onClose={() => setAdding(false)}
        />
      )}
    </Dialog>
  )
}

function useDepRequestForm(missing: readonly MemberAnswer[], deps: readonly Dep[]) {
  const form = useZodForm(DepRequestInput, {
    depIds: [] as string[],
    mode: 'one-by-one' as DepRequestMode,
    instrument: '',
    feePence: null as number | null,
    waitMinutes: limits.defaultDepWaitMinutes as number,
    coversMembershipId: missing[0]?.membershipId ?? null,
  })
  const { isSubmitted, dirtyFields } = form.formState

  /** Sets the chosen deps. `added` is a dep who was added to the dep book just now and is not in `deps` yet. */
  function chooseDeps(depIds: string[], added?: Dep) {
    form.setValue('depIds', depIds, { shouldDirty: true, shouldValidate: isSubmitted })
    const first = deps.find((dep) => dep.id === depIds[0]) ?? added
    // Fills in the instrument of the first dep, until the user types one.
    if (first && !dirtyFields.instrument) form.setValue('instrument', first.instrument)
  }

  return { form, fields: form.watch(), chooseDeps }
}

type SubmitOptions = { bandId: string; eventId: string; deps: readonly Dep[]; onDone: () => void }

function useSubmitDepRequest({ bandId, eventId, deps, onDone }: SubmitOptions) {
  const addRequest = useChange('POST /api/bands/:bandId/events/:eventId/dep-requests', {
    changes: 'deps',
    failure: { title: depMessages.requestNotMade },
  })
  const { keyFor } = useIdempotencyKeySource()
  const depNameOf = (depId: string) => deps.find(({ id }) => id === depId)?.name ?? 'A dep'

  async function sendRequest(body: ParsedDepRequest) {
    const saved = await addRequest.send({ params: { bandId, eventId }, body, idempotencyKey: keyFor(body) })
    if (!saved) return
    const request = saved.reply
    const askedNames = request.asks.filter(({ status }) => status === 'asked').map(({ depId }) => depNameOf(depId))
    const text =
      askedNames.length > 0
        ? depMessages.getText(joinNames(askedNames), askedNames.length)
        : formatNextAskStep(request, depNameOf, Date.now())
    showToast({ title: depMessages.requestMade, text: text ?? undefined })
    onDone()
  }

  return { send: sendRequest, isPending: addRequest.isPending }
}
