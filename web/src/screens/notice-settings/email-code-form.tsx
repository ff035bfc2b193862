import { messages } from '@gaffer/domain/shared/messages'
import { signInMessages } from '@gaffer/domain/sign-in/sign-in-messages'
import { limits } from '@gaffer/domain/shared/limits'
import { noticeMessages } from '@gaffer/domain/notices/notice-messages'
import { useRef, useState } from 'react'
import { useChange } from '#offline/use-change.ts'
import { useVerifyEmailCode } from '#features/notices/notice-settings.ts'
import { getErrorMessage, NetworkError } from '#lib/api-error.ts'
import { ResendCodeButton } from '#features/sign-in/resend-button.tsx'
import { Button } from '#ui/button.tsx'
import { Form } from '#ui/form.tsx'
import { OtpInput } from '#ui/otp-input.tsx'
import { showToast } from '#ui/toast-store.ts'

type Sent = { email: string; sentAt: number }
type Props = { sent: Sent; onSent: (email: string) => void; onVerified: () => void; onOther: () => void }

/** The form for the code that was sent to an address. */
export function EmailCodeForm({ sent, onSent, onVerified, onOther }: Props) {
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string>()
  const form = useRef<HTMLFormElement>(null)
  const { mutateAsync: verify, isPending } = useVerifyEmailCode()
  const { send } = useChange('POST /api/me/email', { changes: 'notices', failure: signInMessages.codeNotSent })

  async function check(entered: string) {
    if (isPending) return
    try {
      if (entered.length !== limits.codeLength) return fail(messages.codeRequired.text ?? messages.codeRequired.title)
      await verify(entered)
      showToast({ title: noticeMessages.noticeEmailVerified, text: sent.email })
      onVerified()
    } catch (error) {
      // After a network error the code stays, because it may be right.
      if (!(error instanceof NetworkError)) setCode('')
      fail(getErrorMessage(error, signInMessages.codeInvalid.text))
    }
  }

  async function resend() {
    if (!(await send({ body: { email: sent.email } }))) return
    setProblem(undefined)
    onSent(sent.email)
  }

  function fail(sentence: string) {
    setProblem(sentence)
    form.current?.querySelector('input')?.focus()
  }

  return (
    <Form ref={form} onSubmit={() => check(code)} className="mt-3 grid max-w-sm grid-cols-1 gap-4">
      <output className="block text-muted">
        {sent.sentAt === 0 ? 'Enter the code that we sent to' : 'We sent a code to'}{' '}
        <span className="font-semibold break-all text-text">{sent.email}</span>
      </output>
      <OtpInput
        label="Verification code"
        hint="It works for 10 minutes. Look in your spam folder too."
        length={limits.codeLength}
        value={code}
        onChange={setCode}
        onComplete={(entered) => void check(entered)}
        error={problem}
      />
      <div className="grid gap-1">
        <Button type="submit" isWide isBusy={isPending}>
          Verify
        </Button>
        <ResendCodeButton key={sent.sentAt} sentAt={sent.sentAt} onResend={() => void resend()} />
        <Button variant="quiet" isWide onClick={onOther}>
          Use another address
        </Button>
      </div>
    </Form>
  )
}
