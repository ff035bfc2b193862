import { messages } from '@gaffer/domain/shared/messages'
import { limits } from '@gaffer/domain/shared/limits'
import { signInMessages } from '@gaffer/domain/sign-in/sign-in-messages'
import { useState, type FormEvent } from 'react'
import { getErrorMessage } from '#lib/api-error.ts'
import { useChange } from '#offline/use-change.ts'
import { Button } from '#ui/button.tsx'
import { Form } from '#ui/form.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useUnsavedEntries } from '#ui/use-unsaved-entries.ts'

type Props = { onSent: (email: string) => void; onCancel?: () => void }

/** The form for an address, to which a code is sent. */
export function EmailForm({ onSent, onCancel }: Props) {
  const [email, setEmail] = useState('')
  const [problem, setProblem] = useState<string>()
  const { mutateAsync: send, isPending } = useChange('POST /api/me/email', { changes: 'notices', failure: null })
  useUnsavedEntries({ isDirty: email.trim() !== '' })

  async function submit(event: FormEvent<HTMLFormElement>) {
    if (isPending) return
    const input = event.currentTarget.querySelector('input')
    const address = email.trim()
    try {
      if (address === '') return fail(input, messages.emailInvalid)
      await send({ body: { email: address } })
      onSent(address)
    } catch (error) {
      fail(input, getErrorMessage(error, signInMessages.codeNotSent.text))
    }
  }

  function fail(input: HTMLInputElement | null, sentence: string) {
    setProblem(sentence)
    input?.focus()
  }

  return (
    <Form onSubmit={submit} className="mt-3 grid grid-cols-1 gap-4">
      <TextField
        label="Your email address"
        hint="Used for notices only. We send a code to it first."
        type="email"
        name="email"
        autoComplete="email"
        inputMode="email"
        maxLength={limits.emailLength}
        value={email}
        error={problem}
        onChange={(event) => {
          setEmail(event.target.value)
          setProblem(undefined)
        }}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" isBusy={isPending} className="max-sm:flex-1">
          Send code
        </Button>
        {onCancel && (
          <Button variant="quiet" onClick={onCancel}>
            Keep the old one
          </Button>
        )}
      </div>
    </Form>
  )
}
