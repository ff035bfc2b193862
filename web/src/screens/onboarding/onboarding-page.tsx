import { MemberIcon } from '#features/bands/avatars.tsx'
import { bandMessages } from '@gaffer/domain/bands/band-messages'
import { Link, useNavigate } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { type NewBand, NewBandInput } from '@gaffer/domain/bands/band'
import {
  pickNewMembershipColor,
  bandCreatorIconChoices,
  defaultMemberIcon,
  type MemberIconChoice,
} from '@gaffer/domain/bands/member-icons'
import { limits } from '@gaffer/domain/shared/limits'
import { useRef } from 'react'
import { useWatch, type FieldErrors } from 'react-hook-form'
import { useChange } from '#offline/use-change.ts'
import { selectBandUnchecked } from '#features/bands/selected-band-store.ts'
import { useMeOrThrow } from '#lib/me.ts'
import { useIdempotencyKeySource } from '#lib/idempotency-key.ts'
import { AuthLayout } from '#features/sign-in/auth-layout.tsx'
import { showToast, showFailureToast } from '#ui/toast-store.ts'
import { LoadBandSection } from '#features/band-file/load-band.tsx'
import { useIsUploadingPicture } from '#features/images/queries.ts'
import { changedFormFields, RestoreHookFormDraftBanner, useFormDraftSource } from '#lib/form-draft.tsx'
import { MemberIconPicker } from '#features/bands/member-icon-picker.tsx'
import { OptionalFields, stickyButtonsClassName } from '#ui/optional-fields.tsx'
import { AvatarField } from '#features/images/avatar-field.tsx'
import { Button } from '#ui/button.tsx'
import { Form } from '#ui/form.tsx'
import { TextArea, TextField } from '#ui/text-field.tsx'
import { useUnsavedEntries } from '#ui/use-unsaved-entries.ts'
import { useZodForm } from '#ui/use-zod-form.ts'

export function OnboardingPage() {
  const { user, bands } = useMeOrThrow()
  const navigate = useNavigate()
  const create = useChange('POST /api/bands', { changes: 'members', failure: { title: bandMessages.bandNotCreated } })
  const { keyFor } = useIdempotencyKeySource()

  async function submit(band: NewBand): Promise<boolean> {
    const created = await create.send({ body: band, idempotencyKey: keyFor(band) })
    if (created) selectBandUnchecked(created.reply.id)
    return created !== null
  }

  return (
    <AuthLayout>
      <h1 tabIndex={-1} className="text-3xl font-bold tracking-tight outline-none">
        Create Your Band
      </h1>
      <p className="mt-2 mb-6 text-muted">A name is enough to start. Everything here can be changed later.</p>
      <NewBandForm
        displayName={user.displayName ?? ''}
        defaultMemberColor={pickNewMembershipColor(bands.map(({ color }) => color))}
        isBusy={create.isPending}
        onSubmit={submit}
        onCreated={() => {
          showToast({ title: bandMessages.bandCreated })
          void navigate({ to: '/calendar' })
        }}
      />
      <LoadBandSection />
      <Link
        to="/"
        className="mt-6 inline-flex min-h-11 items-center gap-2 self-center font-medium text-muted hover:text-text"
      >
        <ArrowLeft aria-hidden="true" className="size-5" />
        Back to band selection
      </Link>
    </AuthLayout>
  )
}

const draftName = 'band'

type NewBandFormProps = {
  displayName: string
  defaultMemberColor: string
  isBusy: boolean
  /** Resolves to whether the band was created. */
  onSubmit: (band: NewBand) => Promise<boolean>
  onCreated: () => void
}

export function NewBandForm({ displayName, defaultMemberColor, isBusy, onSubmit, onCreated }: NewBandFormProps) {
  const isCreated = useRef(false)
  const isUploading = useIsUploadingPicture()
  const form = useZodForm(NewBandInput, {
    name: '',
    description: '',
    avatarUrl: null,
    displayName,
    role: '',
    icon: defaultMemberIcon,
    color: defaultMemberColor,
  })
  const { errors, isDirty, dirtyFields } = form.formState
  useUnsavedEntries({
    isDirty: () => isDirty && !isCreated.current,
    draft: useFormDraftSource(draftName, () => changedFormFields(form)),
  })
  const isTouched = (...names: (keyof typeof dirtyFields)[]) => names.some((name) => dirtyFields[name])
  const [icon = defaultMemberIcon, color = defaultMemberColor] = useWatch({
    control: form.control,
    name: ['icon', 'color'],
  })
  /** The role that the last icon filled in. The next icon may replace that role, but not a typed one. */
  const filledRole = useRef('')

  function chooseIcon({ icon, color, label }: MemberIconChoice) {
    form.setValue('icon', icon, { shouldDirty: true })
    form.setValue('color', color, { shouldDirty: true })
    const role = form.getValues('role')?.trim() ?? ''
    if (role !== '' && role !== filledRole.current) return
    filledRole.current = label
    form.setValue('role', label, { shouldDirty: true })
  }

  async function submit(band: NewBand) {
    if (!(await onSubmit(band)) || isCreated.current) return
    isCreated.current = true
    onCreated()
  }

  return (
    <Form onSubmit={(event) => form.handleSubmit(submit, announceMissing)(event)} className="grid grid-cols-1 gap-5">
      <RestoreHookFormDraftBanner name={draftName} formKind="band" form={form} />
      <TextField
        label="Band Name"
        autoComplete="off"
        maxLength={limits.nameLength}
        error={errors.name?.message}
        {...form.register('name')}
      />
      <OptionalFields label="Add a description" isOpen={isTouched('description')}>
        <TextArea
          label="Description"
          isOptional
          maxLength={limits.descriptionLength}
          error={errors.description?.message}
          {...form.register('description')}
        />
      </OptionalFields>
      <TextField
        label="Display Name"
        hint="What you are called in this band."
        autoComplete="nickname"
        maxLength={limits.nameLength}
        error={errors.displayName?.message}
        {...form.register('displayName')}
      />
      <OptionalFields label="Role, picture and icon" isOpen={isTouched('role', 'avatarUrl', 'icon', 'color')}>
        <TextField
          label="Role"
          isOptional
          hint="Lead guitar, drums, whatever you do. If you leave it empty, it says owner."
          autoComplete="off"
          maxLength={limits.nameLength}
          error={errors.role?.message}
          {...form.register('role')}
        />
        <AvatarField control={form.control} label="Band picture" color={color}>
          <MemberIcon icon={icon} className="size-9" />
        </AvatarField>
        <MemberIconPicker
          legend="Your icon"
          choices={bandCreatorIconChoices}
          value={{ icon, color }}
          onChoose={chooseIcon}
        />
      </OptionalFields>
      <div className={stickyButtonsClassName}>
        <Button type="submit" isWide isBusy={isBusy || isUploading}>
          Create Band &amp; Continue
        </Button>
      </div>
    </Form>
  )
}

function announceMissing(errors: FieldErrors<NewBandInput>): void {
  if (errors.name) showFailureToast(bandMessages.bandNameRequired)
  else if (errors.displayName) showFailureToast(bandMessages.bandDisplayNameRequired)
}
