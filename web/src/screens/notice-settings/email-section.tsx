// The email address for notices, and its verification by a code.

import { noticeMessages } from '@gaffer/domain/notices/notice-messages'
import { messages } from '@gaffer/domain/shared/messages'
import { signInMessages } from '@gaffer/domain/sign-in/sign-in-messages'
import { limits } from '@gaffer/domain/shared/limits'
import { Mail, MailWarning } from 'lucide-react'
import { useId, useState, useRef, type FormEvent } from 'react'
import { useChange } from '#offline/use-change.ts'
import { useVerifyEmailCode, type NoticeSettings } from '#features/notices/notice-settings.ts'
import { Badge } from '#ui/badge.tsx'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { showToast } from '#ui/toast-store.ts'
import { getErrorMessage, NetworkError } from '#lib/api-error.ts'
import { ResendCodeButton } from '#features/sign-in/resend-button.tsx'
import { Form } from '#ui/form.tsx'
import { OtpInput } from '#ui/otp-input.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useUnsavedEntries } from '#ui/use-unsaved-entries.ts'
import { waySectionIds } from './group-section.tsx'

/** An address to which a code was sent. `sentAt` is in epoch ms; 0 after a reload. */
type SentCode = { email: string; sentAt: number }

export function EmailSection({ settings }: { settings: NoticeSettings }) {
  const id = useId()
  const { email, emailVerified } = settings
  const [isChanging, setChanging] = useState(false)
  const [sentCode, setSentCode] = useState<SentCode | null>(
    email !== null && !emailVerified ? { email, sentAt: 0 } : null,
  )

  const rememberSent = (address: string) => setSentCode({ email: address, sentAt: Date.now() })

  function close() {
    setSentCode(null)
    setChanging(false)
  }

  const isFormOpen = sentCode === null && (isChanging || email === null)
  return (
    <Card as="section" id={waySectionIds.email} aria-labelledby={id}>
      <h2 id={id} className="text-lg font-bold">
        Email
      </h2>
      {sentCode && (
        <EmailCodeForm
          key={sentCode.email}
          sent={sentCode}
          onSent={rememberSent}
          onVerified={close}
          onOther={() => {
            setSentCode(null)
            setChanging(true)
          }}
        />
      )}
      {isFormOpen && (
        <EmailForm onSent={rememberSent} {...(isChanging && email !== null && emailVerified && { onCancel: close })} />
      )}
      {!sentCode && !isFormOpen && email !== null && (
        <StoredEmail email={email} problem={settings.emailProblem} onChange={() => setChanging(true)} />
      )}
    </Card>
  )
}

type StoredEmailProps = { email: string; problem: string | null; onChange: () => void }

function StoredEmail({ email, problem, onChange }: StoredEmailProps) {
  const [isAsked, setAsked] = useState(false)
  const { send: remove, isPending } = useChange('DELETE /api/me/email', {
    changes: 'notices',
    failure: { title: noticeMessages.noticeEmailNotRemoved },
    isDoneIfNotFound: true,
  })

  async function confirmRemoval() {
    if (await remove({})) showToast({ title: noticeMessages.noticeEmailRemoved })
    setAsked(false)
  }

  return (
    <div className="mt-3 grid grid-cols-1 gap-4">
      {problem && (
        <Banner tone="danger" icon={<MailWarning aria-hidden="true" className="size-5 shrink-0 text-danger" />}>
          {problem}
        </Banner>
      )}
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Mail aria-hidden="true" className="size-6 shrink-0 text-faint" />
        <span className="min-w-0 font-semibold break-all">{email}</span>
        <Badge>Verified</Badge>
      </p>
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" size="narrow" saves onClick={onChange}>
          Change
        </Button>
        <Button variant="dangerQuiet" size="narrow" saves onClick={() => setAsked(true)}>
          Remove
        </Button>
      </div>
      <ConfirmDialog
        isOpen={isAsked}
        title={`Remove ${email}?`}
        text="Gaffer sends you no more mails about your bands. The bell and push messages stay."
        confirmLabel="Remove"
        isBusy={isPending}
        onConfirm={() => void confirmRemoval()}
        onCancel={() => setAsked(false)}
      />
    </div>
  )
}

type EmailCodeFormProps = {
  sent: SentCode
  onSent: (email: string) => void
  onVerified: () => void
  onOther: () => void
}

/** The form for the code that was sent to an address. */
function EmailCodeForm({ sent, onSent, onVerified, onOther }: EmailCodeFormProps) {
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string>()
  const form = useRef<HTMLFormElement>(null)
  const { mutateAsync: verify, isPending } = useVerifyEmailCode()
  const { send } = useChange('POST /api/me/email', { changes: 'notices', failure: signInMessages.codeNotSent })

  async function verifyEntered(entered: string) {
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
    <Form ref={form} onSubmit={() => verifyEntered(code)} className="mt-3 grid max-w-sm grid-cols-1 gap-4">
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
        onComplete={(entered) => void verifyEntered(entered)}
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

type EmailFormProps = { onSent: (email: string) => void; onCancel?: () => void }

/** The form for an address, to which a code is sent. */
function EmailForm({ onSent, onCancel }: EmailFormProps) {
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
