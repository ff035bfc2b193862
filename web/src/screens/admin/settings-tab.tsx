import { useEditConflict } from '#lib/edit-conflict.ts'
import { MemberIcon } from '#features/bands/avatars.tsx'
import { BandChangesInput, type Band } from '@gaffer/domain/bands/band'
import { limits } from '@gaffer/domain/shared/limits'
import type { OwnMembership } from '@gaffer/domain/bands/member'
import { bandMessages } from '@gaffer/domain/bands/band-messages'
import { bandEventTypes, eventTypeLabels, type BandEventType } from '@gaffer/domain/shared/event-type'
import { useEffect, useRef, useState, useId } from 'react'
import { Controller, useFormState } from 'react-hook-form'
import { clsx } from 'clsx'
import { Check } from 'lucide-react'
import { useIsUploadingPicture } from '#features/images/queries.ts'
import { changedFormFields, fillForm, RestoreHookFormDraftBanner, useFormDraftSource } from '#lib/form-draft.tsx'
import { changedValues } from '#lib/changed-values.ts'
import { AvatarField } from '#features/images/avatar-field.tsx'
import { EditConflictDialog, type FieldDifference } from '#lib/edit-conflict-dialog.tsx'
import { Button } from '#ui/button.tsx'
import { Form } from '#ui/form.tsx'
import { TextArea, TextField } from '#ui/text-field.tsx'
import { showFailureToast, showToast } from '#ui/toast-store.ts'
import { useUnsavedEntries } from '#ui/use-unsaved-entries.ts'
import { useZodForm } from '#ui/use-zod-form.ts'
import { EventTypeIcon, eventTypeStyles } from '#features/events/event-type-styles.tsx'
import { showFailure } from '#lib/show-failure.ts'
import { useChange } from '#offline/use-change.ts'
import { fetchBandWithLastEditor } from '#features/bands/queries.ts'
import { hasErrorCode } from '#lib/api-error.ts'

export function SettingsTab({ membership }: { membership: OwnMembership }) {
  const [baseBand, setBaseBand] = useState<Band>(membership.band)
  const form = useZodForm(BandChangesInput, formValuesFromBand(baseBand))
  const { errors, isDirty } = useFormState({ control: form.control })
  // A form without unsaved changes takes over newer settings that another member saved.
  if (!isDirty && membership.band.version > baseBand.version) setBaseBand(membership.band)
  const typedDuringSave = useRef<Partial<SettingsFormValues>>({})
  useEffect(() => {
    form.reset(formValuesFromBand(baseBand))
    fillForm(form, typedDuringSave.current)
    typedDuringSave.current = {}
  }, [form, baseBand])
  const isUploading = useIsUploadingPicture()
  const draftName = `settings/${baseBand.id}`
  const sentValues = useRef(formValuesFromBand(baseBand))
  const readTypedSinceSent = () => changedValues(sentValues.current, form.getValues())
  const { save, theirs, dismissTheirs, isSaving } = useSaveSettings(baseBand, (band) => {
    typedDuringSave.current = readTypedSinceSent()
    setBaseBand(band)
  })

  useUnsavedEntries({
    isDirty: () => (isSaving ? Object.keys(readTypedSinceSent()).length > 0 : isDirty),
    draft: useFormDraftSource(draftName, () => changedFormFields(form)),
  })

  function send(version?: number): Promise<void> {
    sentValues.current = structuredClone(form.getValues())
    return save(sentValues.current, version)
  }

  return (
    <Form
      onSubmit={(event) =>
        form.handleSubmit(
          () => send(),
          ({ name }) => name && showFailureToast(bandMessages.bandNameRequired),
        )(event)
      }
      className="grid max-w-2xl grid-cols-1 gap-6"
    >
      <RestoreHookFormDraftBanner name={draftName} formKind="settings" form={form} />
      <AvatarField control={form.control} label="Band picture" color={membership.color}>
        <MemberIcon icon={membership.icon} className="size-9" />
      </AvatarField>
      <TextField
        label="Band Name"
        autoComplete="off"
        maxLength={limits.nameLength}
        error={errors.name?.message}
        {...form.register('name')}
      />
      <TextArea
        label="Description"
        isOptional
        maxLength={limits.descriptionLength}
        error={errors.description?.message}
        {...form.register('description')}
      />
      <Controller
        control={form.control}
        name="allowedEventTypes"
        render={({ field }) => <AllowedEventTypesField value={field.value} onChange={field.onChange} />}
      />
      {/* Left-aligned, because toasts appear at the right on wide screens. */}
      <div className="grid grid-cols-2 gap-3 sm:flex">
        <Button variant="secondary" disabled={!isDirty} onClick={() => form.reset(formValuesFromBand(baseBand))}>
          Cancel
        </Button>
        <Button type="submit" isBusy={isSaving || isUploading} disabled={!isDirty}>
          Save Changes
        </Button>
      </div>
      {theirs && (
        <EditConflictDialog
          {...describeSettingsConflict(formValuesFromBand(baseBand), form.getValues(), theirs)}
          isBusy={isSaving}
          onKeepMine={() => void send(theirs.band.version)}
          onKeepTheirs={() => {
            dismissTheirs()
            setBaseBand(theirs.band)
          }}
          onClose={dismissTheirs}
        />
      )}
    </Form>
  )
}

type Props = { value: BandEventType[]; onChange: (types: BandEventType[]) => void }

/** One switch per allowed event type. The last switch that is on cannot be switched off. */
function AllowedEventTypesField({ value, onChange }: Props) {
  const id = useId()
  return (
    <fieldset aria-describedby={`${id}-hint`}>
      <legend className="text-sm font-medium">Allowed event types</legend>
      <p id={`${id}-hint`} className="mt-0.5 mb-2.5 text-sm text-muted">
        What the calendar offers besides days away. At least one stays on. Turn on Gig for private ones, such as
        weddings: only Public Gig is on at first.
      </p>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(7.5rem,1fr))] gap-2 sm:grid-cols-4">
        {bandEventTypes.map((type) => {
          const isOn = value.includes(type)
          return (
            <button
              key={type}
              type="button"
              aria-pressed={isOn}
              onClick={() => onChange(toggleAllowedEventType(value, type))}
              className={clsx(
                'relative flex min-h-20 flex-col justify-between gap-2 rounded-control border p-3 text-left text-sm font-semibold transition-colors',
                isOn ? 'border-text bg-raised outline-1 outline-text' : 'border-control text-muted hover:bg-lit',
              )}
            >
              <span className={clsx('grid size-8 place-content-center rounded-chip', eventTypeStyles[type].chip)}>
                <EventTypeIcon type={type} />
              </span>
              {eventTypeLabels[type]}
              {isOn && <Check aria-hidden="true" className="absolute top-3 right-3 size-5" />}
            </button>
          )
        })}
      </div>
    </fieldset>
  )
}

/** The settings that another member saved first. `changedBy` is null if the member is unknown. */
type ConflictingSettingsEdit = { band: Band; changedBy: string | null }

/** Saves the settings with If-Match; a 412 opens the conflict dialog. */
function useSaveSettings(baseBand: Band, onSaved: (band: Band) => void) {
  const change = useChange('PATCH /api/bands/:bandId', { changes: 'band', failure: null })
  const { attempt, theirs, dismiss } = useEditConflict<ConflictingSettingsEdit>((error) =>
    showFailure(error, { title: 'Error', text: bandMessages.bandNotUpdated }),
  )

  function save(draft: SettingsFormValues, version = baseBand.version): Promise<void> {
    const send = async () => {
      // Sends only the changed fields, so that a save does not revert changes by other members.
      const body = changedValues(formValuesFromBand(baseBand), draft)
      onSaved(await change.mutateAsync({ params: { bandId: baseBand.id }, body, version }))
      showToast({ title: bandMessages.bandUpdated })
    }
    return attempt(send, async (error) => (hasErrorCode(error, 'stale') ? fetchBandWithLastEditor(baseBand.id) : null))
  }

  return { save, theirs, dismissTheirs: dismiss, isSaving: change.isPending }
}

export type SettingsFormValues = {
  name: string
  description: string
  avatarUrl: string | null
  allowedEventTypes: BandEventType[]
}

function formValuesFromBand({ name, description, avatarUrl, allowedEventTypes }: Band): SettingsFormValues {
  return { name, description: description ?? '', avatarUrl, allowedEventTypes: sortEventTypes(allowedEventTypes) }
}

/** Adds or removes one type. The last allowed type is not removed. */
export function toggleAllowedEventType(allowed: readonly BandEventType[], type: BandEventType): BandEventType[] {
  if (!allowed.includes(type)) return sortEventTypes([...allowed, type])
  return allowed.length > 1 ? allowed.filter((one) => one !== type) : [...allowed]
}

const shownFields: {
  [Key in keyof SettingsFormValues]: { label: string; show: (value: SettingsFormValues[Key]) => string }
} = {
  name: { label: 'Name', show: (name) => name },
  description: { label: 'Description', show: (text) => text.trim() || 'None' },
  avatarUrl: { label: 'Picture', show: (address) => (address === null ? 'None' : 'Another picture') },
  allowedEventTypes: {
    label: 'Event types',
    show: (types) =>
      sortEventTypes(types)
        .map((type) => eventTypeLabels[type])
        .join(', '),
  },
}

/** The fields that both members changed to different values. */
export function diffSettings(
  before: SettingsFormValues,
  mine: SettingsFormValues,
  theirs: SettingsFormValues,
): FieldDifference[] {
  const isChangedByOther = (key: keyof SettingsFormValues) => key in changedValues(before, theirs)
  return (Object.keys(changedValues(before, mine)) as (keyof SettingsFormValues)[])
    .filter((key) => isChangedByOther(key) && String(mine[key]) !== String(theirs[key]))
    .map((key) => {
      const { label, show } = shownFields[key] as { label: string; show: (value: unknown) => string }
      return {
        label,
        sides: [
          { side: 'Theirs', text: show(theirs[key]) },
          { side: 'Yours', text: show(mine[key]) },
        ],
      }
    })
}

/** Text and fields of `EditConflictDialog`. `changedBy` is null if the member who saved first is unknown. */
function describeSettingsConflict(
  before: SettingsFormValues,
  mine: SettingsFormValues,
  { band, changedBy }: { band: Band; changedBy: string | null },
): { description: string; differences: FieldDifference[] } {
  const differences = diffSettings(before, mine, formValuesFromBand(band))
  const saved = `${changedBy ?? 'Somebody'} saved the settings while you had them open`
  const consequence = differences.length > 0 ? '. You both changed these:' : '. Your changes are not affected.'
  return { description: saved + consequence, differences }
}

function sortEventTypes(types: readonly BandEventType[]): BandEventType[] {
  return bandEventTypes.filter((type) => types.includes(type))
}
