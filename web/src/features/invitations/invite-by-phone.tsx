import { limits } from '@gaffer/domain/shared/limits'
import { invitationMessages } from '@gaffer/domain/invitations/invitation-messages'
import { convertPhoneToE164 } from '@gaffer/domain/shared/phone'
import { Send } from 'lucide-react'
import { useId, useState, type FormEvent } from 'react'
import { useIdempotencyKeySource } from '#lib/idempotency-key.ts'
import { useChange } from '#offline/use-change.ts'
import { Button } from '#ui/button.tsx'
import { PhoneField } from '#lib/phone-field.tsx'
import { Card } from '#ui/card.tsx'
import { Form } from '#ui/form.tsx'
import { TextField } from '#ui/text-field.tsx'
import { showFailureToast, showToast } from '#ui/toast-store.ts'
import { useUnsavedEntries } from '#ui/use-unsaved-entries.ts'

export function InviteByPhone({ bandId }: { bandId: string }) {
  const invite = useChange('POST /api/bands/:bandId/invites/phone', {
    changes: 'invites',
    failure: { title: invitationMessages.phoneInviteNotSent },
  })
  const id = useId()
  const [phone, setPhone] = useState('')
  const [name, setName] = useState('')
  const [error, setError] = useState<string>()
  const { keyFor, renew } = useIdempotencyKeySource()
  useUnsavedEntries({ isDirty: phone.trim() !== '' || name.trim() !== '' })

  async function submit(event: FormEvent<HTMLFormElement>) {
    if (invite.isPending) return
    if (phone.trim() === '') {
      setError(invitationMessages.phoneInviteRequired.text)
      event.currentTarget.querySelector('input')?.focus()
      return showFailureToast(invitationMessages.phoneInviteRequired)
    }
    const body = { phone: convertPhoneToE164(phone), name }
    if (!(await invite.send({ params: { bandId }, body, idempotencyKey: keyFor(body) }))) return
    renew()
    showToast({ title: invitationMessages.phoneInviteSent })
    // Keeps a number or name that was typed while the request ran.
    setPhone((now) => (now === phone ? '' : now))
    setName((now) => (now === name ? '' : now))
  }

  function changePhone(value: string) {
    setPhone(value)
    setError(undefined)
  }

  return (
    <Card as="section" aria-labelledby={id}>
      <h2 id={id} className="text-lg font-bold">
        Invite by phone
      </h2>
      <p className="mt-1 mb-4 text-sm text-muted">
        A text with a link that works once, for that number only, within {limits.invitationDays} days.
      </p>
      <Form onSubmit={submit}>
        <PhoneField label="Phone number" autoComplete="off" value={phone} onChange={changePhone} error={error} />
        <TextField
          label="Name"
          isOptional
          hint="They can change it when they join."
          autoComplete="off"
          maxLength={limits.nameLength}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <Button type="submit" variant="secondary" isBusy={invite.isPending}>
          <Send aria-hidden="true" className="size-5" />
          Send invite
        </Button>
      </Form>
    </Card>
  )
}
