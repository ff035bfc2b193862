// Two steps: the number, then the code that was sent to it.

import { limits } from '@gaffer/domain/limits'
import { digitsToE164 } from '@gaffer/domain/phone'
import { signInMessages as messages } from '@gaffer/domain/sign-in-messages'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState, type FormEvent } from 'react'
import { sendCode, verifyCode } from '#data/auth.ts'
import { NetworkError, sentenceOf } from '#lib/call-error.ts'
import { Button } from '#ui/button.tsx'
import { CodeBox } from '#ui/code-box.tsx'
import { PhoneField } from '#parts/phone-field.tsx'
import { dismissToast, showFailure } from '#ui/toast-store.ts'
import { ResendButton } from './resend-button.tsx'
import { usePause } from './use-pause.ts'

/** Whoever presses the button themselves, right after the last digit, must find it there. */
const pauseMs = 500

type Problem = { title: string; text?: string }

export function PhoneSignIn() {
  const navigate = useNavigate()
  const [phone, setPhone] = useState('')
  const [code, setCode] = useState('')
  const [sentAt, setSentAt] = useState<number | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const form = useRef<HTMLFormElement>(null)
  const pause = usePause(pauseMs)

  function fail(notice: Problem, inPlace = notice.text ?? notice.title) {
    setProblem(inPlace)
    showFailure(notice)
    form.current?.querySelector('input')?.focus()
  }

  async function send() {
    if (isBusy) return
    if (!phone.trim()) return fail(messages.phoneRequired)
    setBusy(true)
    try {
      await sendCode(digitsToE164(phone))
      setProblem(undefined)
      setCode('')
      dismissToast()
      setSentAt(Date.now())
    } catch (error) {
      fail({ ...messages.codeNotSent, text: sentenceOf(error, messages.codeNotSent.text) })
    } finally {
      setBusy(false)
    }
  }

  async function verify(entered: string) {
    pause.end()
    if (isBusy) return
    if (entered.length !== limits.codeLength) return fail(messages.codeRequired)
    setBusy(true)
    try {
      const next = await verifyCode(digitsToE164(phone), entered)
      dismissToast()
      await navigate({ href: next, replace: true })
    } catch (error) {
      // Every refusal reads the same, so that nothing is learnt from it. Without a signal the code may still be right.
      if (!(error instanceof NetworkError)) setCode('')
      fail(messages.codeInvalid, sentenceOf(error, messages.codeInvalid.text))
    } finally {
      setBusy(false)
    }
  }

  function enter(digits: string) {
    pause.end()
    setCode(digits)
  }

  function startAgain() {
    pause.end()
    setSentAt(null)
    setCode('')
    setProblem(undefined)
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    void (sentAt === null ? send() : verify(code))
  }

  if (sentAt === null) {
    return (
      <form ref={form} noValidate onSubmit={submit} className="grid grid-cols-1 gap-5">
        <PhoneField label="Mobile number" name="phone" value={phone} onChange={setPhone} error={problem} />
        <Button type="submit" isWide isBusy={isBusy}>
          Send verification code
        </Button>
      </form>
    )
  }
  return (
    <form ref={form} noValidate onSubmit={submit} className="grid grid-cols-1 gap-5">
      <output className="block">
        We sent a code to <span className="font-semibold whitespace-nowrap tabular-nums">{phone}</span>
      </output>
      <CodeBox
        label="Verification code"
        length={limits.codeLength}
        value={code}
        onChange={enter}
        onComplete={(entered) => pause.begin(() => void verify(entered))}
        error={problem}
        hint={messages.noCode}
        inputRef={focusOnce}
      />
      <Button type="submit" isWide isBusy={isBusy}>
        Sign in
      </Button>
      <div className="grid gap-1">
        <Button variant="quiet" isWide onClick={startAgain}>
          Use different number
        </Button>
        <ResendButton key={sentAt} sentAt={sentAt} onResend={() => void send()} />
      </div>
    </form>
  )
}

/** The code is all there is to type now. */
function focusOnce(input: HTMLInputElement | null) {
  input?.focus()
}
