// The dialog that adds a dep to the dep book or changes one.

import { DepInput, type ParsedDep } from '@gaffer/domain/deps/dep'
import { depMessages } from '@gaffer/domain/deps/dep-messages'
import { limits } from '@gaffer/domain/shared/limits'
import { messages } from '@gaffer/domain/shared/messages'
import { convertPhoneToE164, formatUkMobile } from '@gaffer/domain/shared/phone'
import { instruments } from '@gaffer/domain/sign-in/user'
import { useId } from 'react'
import { Controller } from 'react-hook-form'
import { useChange } from '#offline/use-change.ts'
import { type Dep } from './queries.ts'
import { ApiError, getErrorMessage } from '#lib/api-error.ts'
import { useIdempotencyKeySource } from '#lib/idempotency-key.ts'
import { PhoneField } from '#lib/phone-field.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Form } from '#ui/form.tsx'
import { TextField } from '#ui/text-field.tsx'
import { showToast } from '#ui/toast-store.ts'
import { useZodForm } from '#ui/use-zod-form.ts'

type Props = {
  bandId: string
  /** The dep to change; null to add one. */
  dep: Dep | null
  onSaved?: (dep: Dep) => void
  onClose: () => void
}

function isNewNumber(dep: Dep | null, typed: string): boolean {
  return dep !== null && convertPhoneToE164(typed) !== dep.phone
}

/** Whether the error is about the phone number: the form then shows it at that field. */
function isAboutPhone(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.reply === null) return false
  const { message, code, issues = [] } = error.reply
  const isNumberRefused = message === depMessages.exists || message === depMessages.numberRefused
  return isNumberRefused || (code === 'invalid_input' && issues.some(({ path }) => path === 'phone'))
}

export function DepDialog({ bandId, dep, onSaved, onClose }: Props) {
  const id = useId()
  const failure = (error: Error) => (isAboutPhone(error) ? null : { title: depMessages.notSaved })
  const addDep = useChange('POST /api/bands/:bandId/deps', { changes: 'deps', failure })
  const change = useChange('PATCH /api/bands/:bandId/deps/:depId', { changes: 'deps', failure })
  const { keyFor } = useIdempotencyKeySource()
  const form = useZodForm(DepInput, {
    name: dep?.name ?? '',
    phone: formatUkMobile(dep?.phone ?? ''),
    instrument: dep?.instrument ?? '',
    note: dep?.note ?? '',
  })
  const { errors, isDirty } = form.formState

  async function saveDep(draft: ParsedDep) {
    const body = { ...draft, phone: convertPhoneToE164(draft.phone) }
    try {
      const saved = dep
        ? await change.mutateAsync({ params: { bandId, depId: dep.id }, body })
        : await addDep.mutateAsync({ params: { bandId }, body, idempotencyKey: keyFor(body) })
      showToast({ title: dep ? depMessages.changed : depMessages.added, text: saved.name })
      onSaved?.(saved)
      onClose()
    } catch (error) {
      if (!isAboutPhone(error)) return
      form.setError('phone', { message: getErrorMessage(error, messages.tryAgain) }, { shouldFocus: true })
    }
  }

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={dep ? 'Change dep' : 'Add a dep'}
      isDirty={isDirty}
      footer={
        <Button type="submit" form={id} isWide isBusy={addDep.isPending || change.isPending}>
          {dep ? 'Save Changes' : 'Add to dep book'}
        </Button>
      }
    >
      <Form id={id} onSubmit={form.handleSubmit(saveDep)} className="grid grid-cols-1 gap-5">
        <TextField
          label="Name"
          autoComplete="off"
          maxLength={limits.nameLength}
          error={errors.name?.message}
          {...form.register('name')}
        />
        <Controller
          control={form.control}
          name="phone"
          render={({ field: { ref, name, value, onChange } }) => (
            <div ref={(box) => ref(box?.querySelector('input') ?? null)}>
              <PhoneField
                label="UK mobile"
                hint={isNewNumber(dep, value) ? depMessages.newNumberHint : 'Only admins and owners see it.'}
                autoComplete="off"
                name={name}
                value={value}
                onChange={onChange}
                error={errors.phone?.message}
              />
            </div>
          )}
        />
        <TextField
          label="Instrument"
          autoComplete="off"
          list={`${id}-instruments`}
          maxLength={limits.nameLength}
          error={errors.instrument?.message}
          {...form.register('instrument')}
        />
        <datalist id={`${id}-instruments`}>
          {instruments.map((instrument) => (
            <option key={instrument}>{instrument}</option>
          ))}
        </datalist>
        <TextField
          label="Note"
          isOptional
          hint="What the band should know. All members see it."
          autoComplete="off"
          maxLength={limits.depNoteLength}
          error={errors.note?.message}
          {...form.register('note')}
        />
      </Form>
    </Dialog>
  )
}
