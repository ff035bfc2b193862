import { defaultMemberColor, defaultMemberIcon, newMemberIconChoices } from '@gaffer/domain/bands/member-icons'
import { limits } from '@gaffer/domain/shared/limits'
import { NewMemberInput, suggestedRoles } from '@gaffer/domain/bands/member'
import { messages } from '@gaffer/domain/shared/messages'
import { UserPlus } from 'lucide-react'
import { useId } from 'react'
import { Controller, useWatch } from 'react-hook-form'
import { changedFormFields, RestoreHookFormDraftBanner, useFormDraftSource } from '#lib/form-draft.tsx'
import { MemberIconPicker } from '#features/bands/member-icon-picker.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Form } from '#ui/form.tsx'
import { Select } from '#ui/select.tsx'
import { TextField } from '#ui/text-field.tsx'
import { showFailureToast } from '#ui/toast-store.ts'
import { useUnsavedEntries } from '#ui/use-unsaved-entries.ts'
import { useZodForm } from '#ui/use-zod-form.ts'
import { EmailField, useSendMailInvitation } from '#features/invitations/invite-by-mail.tsx'

const empty = { email: '', displayName: '', role: '', icon: defaultMemberIcon, color: defaultMemberColor }

export function AddMemberForm({ bandId }: { bandId: string }) {
  const id = useId()
  const draftName = `member/${bandId}`
  const form = useZodForm(NewMemberInput, empty)
  const { errors, isDirty } = form.formState
  useUnsavedEntries({ isDirty, draft: useFormDraftSource(draftName, () => changedFormFields(form)) })
  const [icon = defaultMemberIcon, color = defaultMemberColor] = useWatch({
    control: form.control,
    name: ['icon', 'color'],
  })
  const invitation = useSendMailInvitation(bandId, () => form.reset(empty))

  return (
    <Card as="section" aria-labelledby={id}>
      <h2 id={id} className="text-lg font-bold">
        Add a member
      </h2>
      <p className="mt-1 mb-4 text-sm text-muted">
        They get an email with their own link, which works for {limits.invitationDays} days.
      </p>
      <Form
        onSubmit={form.handleSubmit(invitation.send, ({ email, displayName, role }) => {
          const sentences = [email, displayName, role].map((one) => one?.message)
          const isMissing = sentences.includes(messages.requiredFields)
          showFailureToast({ title: isMissing ? messages.requiredFields : messages.emailInvalid })
        })}
      >
        <RestoreHookFormDraftBanner name={draftName} what="member" form={form} />
        <EmailField error={errors.email?.message} {...form.register('email')} />
        <TextField
          label="Display Name"
          autoComplete="off"
          maxLength={limits.nameLength}
          error={errors.displayName?.message}
          {...form.register('displayName')}
        />
        <Controller
          control={form.control}
          name="role"
          render={({ field }) => (
            <Select
              label="Role"
              placeholder="Choose a role"
              hint={field.value === 'Admin' ? 'An admin invites and removes members.' : undefined}
              options={suggestedRoles.map((role) => ({ value: role as string, label: role }))}
              value={field.value}
              onChange={field.onChange}
              triggerRef={field.ref}
              error={errors.role?.message}
            />
          )}
        />
        <MemberIconPicker
          legend="Icon and colour"
          choices={newMemberIconChoices}
          value={{ icon, color }}
          onChoose={(choice) => {
            form.setValue('icon', choice.icon, { shouldDirty: true })
            form.setValue('color', choice.color, { shouldDirty: true })
          }}
        />
        <Button type="submit" isBusy={invitation.isSending}>
          <UserPlus aria-hidden="true" className="size-5" />
          Add member
        </Button>
      </Form>
    </Card>
  )
}
