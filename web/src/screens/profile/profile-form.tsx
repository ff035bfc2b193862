import { limits } from '@gaffer/domain/shared/limits'
import { profileMessages } from '@gaffer/domain/sign-in/profile-messages'
import { instruments, ProfileInput, type ParsedProfile, type User } from '@gaffer/domain/sign-in/user'
import { useNavigate } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { useEffect, useRef, useState } from 'react'
import { UserRound } from 'lucide-react'
import { Controller } from 'react-hook-form'
import { useSaveProfile } from '#features/sign-in/profile.ts'
import { useIsUploadingPicture } from '#features/images/queries.ts'
import { changedFormFields, RestoreHookFormDraftBanner, useFormDraftSource } from '#lib/form-draft.tsx'
import { OptionalFields, stickyButtonsClassName } from '#ui/optional-fields.tsx'
import { AvatarField } from '#features/images/avatar-field.tsx'
import { Button } from '#ui/button.tsx'
import { Form } from '#ui/form.tsx'
import { Select, type SelectOption } from '#ui/select.tsx'
import { TextField } from '#ui/text-field.tsx'
import { showToast } from '#ui/toast-store.ts'
import { useUnsavedEntries } from '#ui/use-unsaved-entries.ts'
import { useZodForm } from '#ui/use-zod-form.ts'
import { HometownField } from './hometown-field.tsx'

type Instrument = (typeof instruments)[number]
const neutral = '#4b5563'
const draftName = 'profile'
// Stands for null: a select item cannot have an empty value.
const none = 'none'
const instrumentOptions: readonly SelectOption<Instrument | typeof none>[] = [
  { value: none, label: 'No instrument' },
  ...instruments.map((value) => ({ value, label: value.charAt(0).toUpperCase() + value.slice(1) })),
]

const formValuesFromUser = (user: User) => ({
  firstName: user.firstName ?? '',
  lastName: user.lastName ?? '',
  displayName: user.displayName ?? '',
  hometown: user.hometown ?? '',
  instrument: user.instrument,
  avatarUrl: user.avatarUrl,
})

type Props = { user: User; isEditing: boolean; next: '/' | '/dashboard' | '/onboarding' }

export function ProfileForm({ user, isEditing, next }: Props) {
  const navigate = useNavigate()
  const save = useSaveProfile()
  const isUploading = useIsUploadingPicture()
  const isSaved = useRef(false)
  const form = useZodForm(ProfileInput, formValuesFromUser(user))
  // The stored copy that the page shows first may be older than the profile.
  useEffect(() => form.reset(formValuesFromUser(user), { keepDirtyValues: true }), [form, user])
  const { errors, isDirty, isSubmitted, dirtyFields } = form.formState
  useUnsavedEntries({
    isDirty: () => isDirty && !isSaved.current,
    draft: useFormDraftSource(draftName, () => changedFormFields(form)),
  })

  /** Offers the first name as the display name, unless the user typed one or the invitation named them. */
  const [offeredName, setOfferedName] = useState('')
  function offerDisplayName(firstName: string) {
    if (isEditing || form.getValues('displayName') !== offeredName) return
    setOfferedName(firstName.trim())
    form.setValue('displayName', firstName.trim(), { shouldDirty: true, shouldValidate: isSubmitted })
  }

  async function submit(profile: ParsedProfile) {
    if (!(await save.send(profile))) return
    isSaved.current = true
    showToast({ title: profileMessages.profileUpdated })
    await navigate({ to: next })
  }

  const { hometown, instrument, avatarUrl } = dirtyFields
  const isTouched = Boolean(hometown || instrument || avatarUrl)
  const optionalFields = (
    <>
      <Controller
        control={form.control}
        name="hometown"
        render={({ field: { ref, value, ...field } }) => (
          <HometownField {...field} value={value ?? ''} inputRef={ref} error={errors.hometown?.message} />
        )}
      />
      <Controller
        control={form.control}
        name="instrument"
        render={({ field }) => (
          <Select
            label="Primary instrument"
            isOptional
            options={instrumentOptions}
            value={field.value ?? none}
            onChange={(value) => field.onChange(value === none ? null : value)}
            triggerRef={field.ref}
            error={errors.instrument?.message}
          />
        )}
      />
      <AvatarField control={form.control} label="Your picture" color={neutral}>
        <UserRound className="size-9" />
      </AvatarField>
    </>
  )

  return (
    <Form onSubmit={(event) => form.handleSubmit(submit)(event)} className="grid grid-cols-1 gap-5">
      <RestoreHookFormDraftBanner name={draftName} what="profile" form={form} />
      <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
        <TextField
          label="First name"
          autoComplete="given-name"
          maxLength={limits.nameLength}
          error={errors.firstName?.message}
          {...form.register('firstName', { onChange: ({ target }) => offerDisplayName(target.value) })}
        />
        <TextField
          label="Last name"
          autoComplete="family-name"
          maxLength={limits.nameLength}
          error={errors.lastName?.message}
          {...form.register('lastName')}
        />
      </div>
      <TextField
        label="Display name"
        hint="What your bandmates call you."
        autoComplete="nickname"
        maxLength={limits.nameLength}
        error={errors.displayName?.message}
        {...form.register('displayName')}
      />
      {isEditing ? (
        optionalFields
      ) : (
        <OptionalFields label="Hometown, instrument and picture" isOpen={isTouched}>
          {optionalFields}
        </OptionalFields>
      )}
      <div
        className={clsx('grid gap-3 sm:flex sm:flex-row-reverse sm:justify-end', !isEditing && stickyButtonsClassName)}
      >
        <Button type="submit" isBusy={save.isPending || isUploading}>
          {isEditing ? 'Save Changes' : 'Save and Continue'}
        </Button>
        {isEditing && (
          <Button variant="secondary" disabled={!isDirty} onClick={() => form.reset()}>
            Cancel Changes
          </Button>
        )}
      </div>
    </Form>
  )
}
