import { limits } from '@gaffer/domain/shared/limits'
import { NewMemberInput, type Membership } from '@gaffer/domain/bands/member'
import { useRef } from 'react'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Form } from '#ui/form.tsx'
import { useZodForm } from '#ui/use-zod-form.ts'
import { EmailField } from './email-field.tsx'
import { useSendMailInvitation } from './use-send-mail-invitation.ts'

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
  const { send, isSending } = useSendMailInvitation(bandId, onClose)
  const field = useRef<HTMLInputElement | null>(null)
  const form = useZodForm(NewMemberInput, { membershipId: id, displayName, role, email: user?.email ?? '' })
  const { errors, isDirty } = form.formState
  const email = form.register('email')

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
      <Form id="reinvite-member" onSubmit={form.handleSubmit(send)}>
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
