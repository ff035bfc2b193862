import { limits } from '@gaffer/domain/limits'
import { NewMemberInput, type Membership } from '@gaffer/domain/member'
import { messages } from '@gaffer/domain/messages'
import { useRef } from 'react'
import { useInviteMember } from '#api/members.ts'
import { getErrorMessage } from '#lib/api-error.ts'
import { useIdempotencyKey } from '#lib/idempotency-key.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { TextField } from '#ui/text-field.tsx'
import { showFailure, showToast } from '#ui/toast-store.ts'
import { useZodForm } from '#ui/use-zod-form.ts'

/** Invites a member whose card waits for them, so that they get what is kept for it. */
export function InviteCard({ bandId, member, onClose }: { bandId: string; member: Membership; onClose: () => void }) {
  const { id, displayName, role, user } = member
  const invite = useInviteMember(bandId)
  const { keyFor } = useIdempotencyKey()
  const field = useRef<HTMLInputElement | null>(null)
  const form = useZodForm(NewMemberInput, { membershipId: id, displayName, role, email: user?.email ?? '' })
  const { errors, isDirty } = form.formState
  const email = form.register('email')

  async function submit(body: NewMemberInput) {
    try {
      await invite.mutateAsync({ body, idempotencyKey: keyFor(body) })
      showToast({ title: messages.memberInvited })
      onClose()
    } catch (error) {
      showFailure({ title: 'Error', text: getErrorMessage(error, messages.memberNotInvited) })
    }
  }

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={`Invite ${displayName}`}
      description={`They get an email with their own link, which works for ${limits.invitationDays} days. Their answers and readiness wait for them.`}
      isDirty={isDirty && !invite.isPending}
      firstFocus={field}
      footer={
        <Button type="submit" form="invite-card" isWide isBusy={invite.isPending}>
          Send invitation
        </Button>
      }
    >
      <form id="invite-card" noValidate onSubmit={(event) => void form.handleSubmit(submit)(event)}>
        <TextField
          label="Email"
          type="email"
          inputMode="email"
          autoComplete="off"
          maxLength={limits.emailLength}
          error={errors.email?.message}
          {...email}
          ref={(input) => {
            email.ref(input)
            field.current = input
          }}
        />
      </form>
    </Dialog>
  )
}
