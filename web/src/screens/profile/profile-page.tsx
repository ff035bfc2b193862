import { formatUkMobile } from '@gaffer/domain/shared/phone'
import { Link, useNavigate } from '@tanstack/react-router'
import { Bell, LogOut, UserRound } from 'lucide-react'
import { useState, type ReactNode, useEffect, useRef } from 'react'
import { limits } from '@gaffer/domain/shared/limits'
import { profileMessages } from '@gaffer/domain/sign-in/profile-messages'
import { instruments, ProfileInput, type ParsedProfile } from '@gaffer/domain/sign-in/user'
import { clsx } from 'clsx'
import { Controller } from 'react-hook-form'
import { useMeOrThrow, meQueryOptions, type User } from '#lib/me.ts'
import { PageHeading } from '#ui/page-heading.tsx'
import { downloadMyData } from '#features/own-data/own-data.ts'
import { signOut } from '#features/sign-in/sign-out.ts'
import { DownloadButton } from '#lib/download-button.tsx'
import { Button, buttonClassNameFor } from '#ui/button.tsx'
import { BusyCalendarList } from '#features/busy-calendars/busy-calendar-list.tsx'
import { DeleteAccount } from '#features/own-data/delete-account.tsx'
import { InviteFounder } from '#features/invitations/invite-founder.tsx'
import { LinkedIdentities } from '#features/sign-in/linked-identities.tsx'
import { SignedInDevices } from '#features/sign-in/signed-in-devices.tsx'
import { useIsUploadingPicture } from '#features/images/queries.ts'
import { changedFormFields, rebaseForm, RestoreHookFormDraftBanner, useFormDraftSource } from '#lib/form-draft.tsx'
import { OptionalFields, stickyButtonsClassName } from '#ui/optional-fields.tsx'
import { AvatarField } from '#features/images/avatar-field.tsx'
import { Form } from '#ui/form.tsx'
import { Select, type SelectOption } from '#ui/select.tsx'
import { TextField } from '#ui/text-field.tsx'
import { showToast } from '#ui/toast-store.ts'
import { useUnsavedEntries } from '#ui/use-unsaved-entries.ts'
import { useZodForm } from '#ui/use-zod-form.ts'
import { useChange } from '#offline/use-change.ts'
import { HometownField } from './hometown-field.tsx'

export function ProfilePage() {
  const { user, bands } = useMeOrThrow()
  const isEditing = user.profileCompleted
  const afterCreate = bands.length > 0 ? '/dashboard' : '/onboarding'
  const afterEdit = bands.length > 0 ? '/dashboard' : '/'

  return (
    <div className="max-w-xl">
      {isEditing ? (
        <PageHeading title="Your Profile" text="What your bands see of you." />
      ) : (
        <PageHeading title="Complete Your Profile" text="Your bandmates need to know who is who. It takes a minute." />
      )}
      <ProfileForm user={user} isEditing={isEditing} next={isEditing ? afterEdit : afterCreate} />
      <AccountSection user={user} isNew={!isEditing} />
    </div>
  )
}

/** The section of the account. If the profile `isNew` (not yet complete), it has only the sign-out button. */
function AccountSection({ user, isNew }: { user: User; isNew: boolean }) {
  const [isLeaving, setLeaving] = useState(false)

  function leave() {
    setLeaving(true)
    void signOut().finally(() => setLeaving(false))
  }

  return (
    <div className="mt-10 grid grid-cols-1 gap-8 border-t border-hairline pt-8">
      {!isNew && (
        <>
          <ProfileSection title="Notices">
            <p className="text-muted">What reaches you by push, email and text, and your address for it.</p>
            <Link
              to="/profile/notices"
              className={`${buttonClassNameFor({ variant: 'secondary' })} justify-self-start max-sm:w-full`}
            >
              <Bell aria-hidden="true" className="size-5" />
              Notice settings
            </Link>
          </ProfileSection>
          <ProfileSection title="Your other calendars">
            <BusyCalendarList />
          </ProfileSection>
          <ProfileSection title="Signing in">
            <p className="text-muted">
              Your number is{' '}
              <strong className="font-semibold whitespace-nowrap text-text">{formatUkMobile(user.phone)}</strong>.{' '}
              {user.externalId && 'Google signs you in as well.'}
            </p>
            {user.externalId && <LinkedIdentities />}
          </ProfileSection>
          <ProfileSection title="Signed-in devices">
            <SignedInDevices />
          </ProfileSection>
          {user.platformAdmin && (
            <ProfileSection title="New bands">
              <InviteFounder />
            </ProfileSection>
          )}
          <ProfileSection title="Your data">
            <p className="text-muted">Everything Gaffer keeps about you, in one file.</p>
            <DownloadButton
              label="Download my data"
              download={downloadMyData}
              saved="Your data is saved"
              notSaved="Your data could not be downloaded"
            />
          </ProfileSection>
        </>
      )}
      <ProfileSection title="Leaving">
        <div className="grid gap-3 sm:flex">
          <Button variant="secondary" isBusy={isLeaving} onClick={leave}>
            <LogOut aria-hidden="true" className="size-5" />
            Sign Out
          </Button>
          {!isNew && <DeleteAccount />}
        </div>
      </ProfileSection>
    </div>
  )
}

function ProfileSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid grid-cols-1 gap-3">
      <h2 className="text-lg font-bold">{title}</h2>
      {children}
    </section>
  )
}

type Instrument = (typeof instruments)[number]
const neutralColor = '#4b5563'
const draftName = 'profile'
// Stands for null: a select item cannot have an empty value.
const noInstrument = 'none'
const instrumentOptions: readonly SelectOption<Instrument | typeof noInstrument>[] = [
  { value: noInstrument, label: 'No instrument' },
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

type ProfileFormProps = { user: User; isEditing: boolean; next: '/' | '/dashboard' | '/onboarding' }

export function ProfileForm({ user, isEditing, next }: ProfileFormProps) {
  const navigate = useNavigate()
  const save = useSaveProfile()
  const isUploading = useIsUploadingPicture()
  const isSaved = useRef(false)
  const form = useZodForm(ProfileInput, formValuesFromUser(user))
  // The page first shows the stored account, which may be older than the profile that is read now.
  useEffect(() => form.reset(formValuesFromUser(user), { keepDirtyValues: true }), [form, user])
  const { errors, isDirty, isSubmitted, dirtyFields } = form.formState
  useUnsavedEntries({
    isDirty: () => isDirty && !isSaved.current,
    draft: useFormDraftSource(draftName, () => changedFormFields(form)),
  })

  const [offeredName, setOfferedName] = useState('')
  /** Fills in the first name as the display name of a new profile, unless the user typed a display name or the invitation has one. */
  function offerDisplayName(firstName: string) {
    if (isEditing || form.getValues('displayName') !== offeredName) return
    setOfferedName(firstName.trim())
    form.setValue('displayName', firstName.trim(), { shouldDirty: true, shouldValidate: isSubmitted })
  }

  async function submit(profile: ParsedProfile) {
    const sent = form.getValues()
    if (!(await save.send(profile))) return
    showToast({ title: profileMessages.profileUpdated })
    if (rebaseForm(form, sent)) return
    isSaved.current = true
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
            value={field.value ?? noInstrument}
            onChange={(value) => field.onChange(value === noInstrument ? null : value)}
            triggerRef={field.ref}
            error={errors.instrument?.message}
          />
        )}
      />
      <AvatarField control={form.control} label="Your picture" color={neutralColor}>
        <UserRound className="size-9" />
      </AvatarField>
    </>
  )

  return (
    <Form onSubmit={(event) => form.handleSubmit(submit)(event)} className="grid grid-cols-1 gap-5">
      <RestoreHookFormDraftBanner name={draftName} formKind="profile" form={form} />
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

/** Invalidates all band queries: a member without a name of their own in a band is shown with the name of the profile. */
function useSaveProfile() {
  return useChange('PUT /api/me', {
    changes: 'members',
    failure: { title: profileMessages.profileNotUpdated },
    input: (body: ProfileInput) => ({ body }),
    onSuccess: ({ user }, client) => client.setQueryData(meQueryOptions.queryKey, (me) => me && { ...me, user }),
  })
}
