import { BandChangesInput, type Band } from '@gaffer/domain/bands/band'
import { limits } from '@gaffer/domain/shared/limits'
import type { OwnMembership } from '@gaffer/domain/bands/member'
import { bandMessages } from '@gaffer/domain/bands/band-messages'
import { useEffect, useRef, useState } from 'react'
import { Controller, useFormState } from 'react-hook-form'
import { useIsUploadingPicture } from '#features/images/queries.ts'
import { changedFormFields, fillForm, RestoreHookFormDraftBanner, useFormDraftSource } from '#lib/form-draft.tsx'
import { changedValues } from '#lib/changed-values.ts'
import { AvatarField } from '#features/images/avatar-field.tsx'
import { MemberIcon } from '#features/bands/member-icon.tsx'
import { EditConflictDialog } from '#lib/edit-conflict-dialog.tsx'
import { Button } from '#ui/button.tsx'
import { Form } from '#ui/form.tsx'
import { TextArea, TextField } from '#ui/text-field.tsx'
import { showFailureToast } from '#ui/toast-store.ts'
import { useUnsavedEntries } from '#ui/use-unsaved-entries.ts'
import { useZodForm } from '#ui/use-zod-form.ts'
import { AllowedEventTypesField } from './allowed-event-types-field.tsx'
import { describeSettingsConflict, formValuesFromBand, type SettingsFormValues } from './settings-form-values.ts'
import { useSaveSettings } from './use-save-settings.ts'

export function SettingsTab({ membership }: { membership: OwnMembership }) {
  const [seen, setSeen] = useState<Band>(membership.band)
  const form = useZodForm(BandChangesInput, formValuesFromBand(seen))
  const { errors, isDirty } = useFormState({ control: form.control })
  // A form without unsaved changes takes over newer settings that another member saved.
  if (!isDirty && membership.band.version > seen.version) setSeen(membership.band)
  const typedDuringSave = useRef<Partial<SettingsFormValues>>({})
  useEffect(() => {
    form.reset(formValuesFromBand(seen))
    fillForm(form, typedDuringSave.current)
    typedDuringSave.current = {}
  }, [form, seen])
  const isUploading = useIsUploadingPicture()
  const draftName = `settings/${seen.id}`
  const sent = useRef(formValuesFromBand(seen))
  const typedSinceSent = () => changedValues(sent.current, form.getValues())
  const { save, theirs, dismissTheirs, isSaving } = useSaveSettings(seen, (band) => {
    typedDuringSave.current = typedSinceSent()
    setSeen(band)
  })

  useUnsavedEntries({
    isDirty: () => (isSaving ? Object.keys(typedSinceSent()).length > 0 : isDirty),
    draft: useFormDraftSource(draftName, () => changedFormFields(form)),
  })

  function send(version?: number): Promise<void> {
    sent.current = structuredClone(form.getValues())
    return save(sent.current, version)
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
      <RestoreHookFormDraftBanner name={draftName} what="settings" form={form} />
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
      {/* Left-aligned: on wide screens toasts are at the right. */}
      <div className="grid grid-cols-2 gap-3 sm:flex">
        <Button variant="secondary" disabled={!isDirty} onClick={() => form.reset(formValuesFromBand(seen))}>
          Cancel
        </Button>
        <Button type="submit" isBusy={isSaving || isUploading} disabled={!isDirty}>
          Save Changes
        </Button>
      </div>
      {theirs && (
        <EditConflictDialog
          {...describeSettingsConflict(formValuesFromBand(seen), form.getValues(), theirs)}
          isBusy={isSaving}
          onKeepMine={() => void send(theirs.band.version)}
          onKeepTheirs={() => {
            dismissTheirs()
            setSeen(theirs.band)
          }}
          onClose={dismissTheirs}
        />
      )}
    </Form>
  )
}
