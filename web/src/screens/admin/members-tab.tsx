import { EmailField, useSendMailInvitation } from '#features/invitations/invite-by-mail.tsx'
import { type OwnMembership, NewMemberInput, suggestedRoles } from '@gaffer/domain/bands/member'
import { invitationMessages } from '@gaffer/domain/invitations/invitation-messages'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState, useId } from 'react'
import { defaultMemberColor, defaultMemberIcon, newMemberIconChoices } from '@gaffer/domain/bands/member-icons'
import { limits } from '@gaffer/domain/shared/limits'
import { messages } from '@gaffer/domain/shared/messages'
import { UserPlus } from 'lucide-react'
import { Controller, useWatch } from 'react-hook-form'
import { Card } from '#ui/card.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { DepBook } from '#features/deps/dep-book.tsx'
import { InviteByLink } from '#features/invitations/invite-by-link.tsx'
import { InviteByPhone } from '#features/invitations/invite-by-phone.tsx'
import { OpenInvitations } from '#features/invitations/open-invitations.tsx'
import { changedFormFields, rebaseForm, RestoreHookFormDraftBanner, useFormDraftSource } from '#lib/form-draft.tsx'
import { MemberIconPicker } from '#features/bands/member-icon-picker.tsx'
import { Button } from '#ui/button.tsx'
import { Form } from '#ui/form.tsx'
import { Select } from '#ui/select.tsx'
import { TextField } from '#ui/text-field.tsx'
import { showFailureToast } from '#ui/toast-store.ts'
import { useUnsavedEntries } from '#ui/use-unsaved-entries.ts'
import { useZodForm } from '#ui/use-zod-form.ts'
import { ActivityList } from './activity-list.tsx'
import { MemberList } from './member-list.tsx'

export function MembersTab({ membership }: { membership: OwnMembership }) {
  const { bandId, band, permissions } = membership
  const canInvite = permissions.includes('members.invite')
  return (
    <div className="grid grid-cols-1 gap-6 xl:grid-cols-[minmax(0,1.2fr)_minmax(0,1fr)] xl:grid-rows-[auto_1fr] xl:items-start">
      <div className="grid grid-cols-1 gap-6">
        <MemberList own={membership} />
        {canInvite && <OpenInvitations bandId={bandId} />}
        <DepBook membership={membership} />
      </div>
      <div className="grid grid-cols-1 gap-6 xl:row-span-2">
        {canInvite ? (
          <>
            <InviteByLink bandId={bandId} bandName={band.name} />
            <InviteByPhone bandId={bandId} />
            <AddMemberForm bandId={bandId} />
          </>
        ) : (
          <Card className="text-muted p-5">{invitationMessages.contactAdmin}</Card>
        )}
      </div>
      <ActivityList bandId={bandId} />
      {canInvite && <InviteDialog {...{ bandId, bandName: band.name }} />}
    </div>
  )
}

/** The invite dialog. `?invite` opens it and is then removed from the address, so that Back and a reload do not open it again. */
function InviteDialog({ bandId, bandName }: { bandId: string; bandName: string }) {
  const { invite } = useSearch({ strict: false })
  const navigate = useNavigate()
  const [isOpen, setOpen] = useState(invite !== undefined)
  if (invite !== undefined && !isOpen) setOpen(true)
  useEffect(() => {
    if (invite !== undefined) void navigate({ to: '/admin', search: { tab: 'members' }, replace: true })
  }, [invite, navigate])
  return (
    <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title={`Invite to ${bandName}`}>
      <div className="grid grid-cols-1 gap-4">
        <InviteByLink {...{ bandId, bandName }} />
        <InviteByPhone bandId={bandId} />
      </div>
    </Dialog>
  )
}

const emptyMember = { email: '', displayName: '', role: '', icon: defaultMemberIcon, color: defaultMemberColor }

function AddMemberForm({ bandId }: { bandId: string }) {
  const id = useId()
  const draftName = `member/${bandId}`
  const form = useZodForm(NewMemberInput, emptyMember)
  const { errors, isDirty } = form.formState
  useUnsavedEntries({ isDirty, draft: useFormDraftSource(draftName, () => changedFormFields(form)) })
  const [icon = defaultMemberIcon, color = defaultMemberColor] = useWatch({
    control: form.control,
    name: ['icon', 'color'],
  })
  const invitation = useSendMailInvitation(bandId)

  async function submit(body: NewMemberInput) {
    const sent = form.getValues()
    if (await invitation.send(body)) rebaseForm(form, sent, emptyMember)
  }

  return (
    <Card as="section" aria-labelledby={id}>
      <h2 id={id} className="text-lg font-bold">
        Add a member
      </h2>
      <p className="mt-1 mb-4 text-sm text-muted">
        They get an email with their own link, which works for {limits.invitationDays} days.
      </p>
      <Form
        onSubmit={form.handleSubmit(submit, ({ email, displayName, role }) => {
          const messagesOfFields = [email, displayName, role].map((one) => one?.message)
          const isMissing = messagesOfFields.includes(messages.requiredFields)
          showFailureToast({ title: isMissing ? messages.requiredFields : messages.emailInvalid })
        })}
      >
        <RestoreHookFormDraftBanner name={draftName} formKind="member" form={form} />
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
