import { limits } from '@gaffer/domain/shared/limits'
import { NewMemberInput, type Membership } from '@gaffer/domain/bands/member'
import { bandMessages } from '@gaffer/domain/bands/band-messages'
import { useRef, type ComponentProps } from 'react'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Form } from '#ui/form.tsx'
import { useZodForm } from '#ui/use-zod-form.ts'
import { rebaseForm } from '#lib/form-draft.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useIdempotencyKeySource } from '#lib/idempotency-key.ts'
import { useChange } from '#offline/use-change.ts'
import { showToast } from '#ui/toast-store.ts'

/** Invites a former or imported member to the existing membership, so that its answers and readiness are kept. */
export function InviteToMembershipDialog({
  bandId,
  member,
  onClose,
}: {
  bandId: string
  member: Membership
  onClose: () => void
}) {
  const { id, displayName, role, user } = member
  const { send, isSending } = useSendMailInvitation(bandId)
  const field = useRef<HTMLInputElement | null>(null)
  const form = useZodForm(NewMemberInput, { membershipId: id, displayName, role, email: user?.email ?? '' })
  const { errors, isDirty } = form.formState
  const email = form.register('email')

  async function submit(body: NewMemberInput) {
    const sent = form.getValues()
    if ((await send(body)) && !rebaseForm(form, sent)) onClose()
  }

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={`Invite ${displayName}`}
      description={`They get an email with their own link, which works for ${limits.invitationDays} days. Their answers and readiness wait for them.`}
      isDirty={isDirty && !isSending}
      firstFocus={field}
      footer={
        <Button type="submit" form="reinvite-member" isWide isBusy={isSending}>
          Send invitation
        </Button>
      }
    >
      <Form id="reinvite-member" onSubmit={form.handleSubmit(submit)}>
        <EmailField
          error={errors.email?.message}
          {...email}
          ref={(input) => {
            email.ref(input)
            field.current = input
          }}
        />
      </Form>
    </Dialog>
  )
}

/** The field for another person's email address, which the browser must not autofill. */
export function EmailField(props: Omit<ComponentProps<typeof TextField>, 'label'>) {
  return (
    <TextField
      label="Email"
      type="email"
      inputMode="email"
      autoComplete="off"
      maxLength={limits.emailLength}
      {...props}
    />
  )
}

/** Sends an invitation by mail, and shows the outcome in a toast. `send` resolves to whether it is sent. */
export function useSendMailInvitation(bandId: string) {
  const inviteByMail = useChange('POST /api/bands/:bandId/members/invite', {
    changes: 'invites',
    failure: { title: 'Error', text: bandMessages.memberNotInvited },
  })
  const { keyFor, renew } = useIdempotencyKeySource()

  async function sendInvitation(body: NewMemberInput): Promise<boolean> {
    if (!(await inviteByMail.send({ params: { bandId }, body, idempotencyKey: keyFor(body) }))) return false
    showToast({ title: bandMessages.memberInvited })
    renew()
    return true
  }

  return { send: sendInvitation, isSending: inviteByMail.isPending }
}
