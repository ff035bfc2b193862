// Phone sign-in in two steps: number, then code. The code step is in sessionStorage and survives a reload.

import { messages } from '@gaffer/domain/shared/messages'
import type { HeldInvitation } from '@gaffer/domain/invitations/invitation'
import { signInLimits as limits } from '@gaffer/domain/shared/sign-in-limits'
import { convertPhoneToE164 } from '@gaffer/domain/shared/phone'
import { signInMessages } from '@gaffer/domain/sign-in/sign-in-messages'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useRef, useState, useEffect, useCallback } from 'react'
import type { PendingIdentity } from '@gaffer/domain/sign-in/identity'
import {
  sendPhoneCode,
  signInWithPhoneCode,
  deletePendingIdentity,
  fetchPendingIdentity,
} from '#features/sign-in/auth.ts'
import {
  deletePhoneCodeStep,
  readPhoneCodeStep,
  storePhoneCodeStep,
  type PhoneCodeStep,
} from '#features/sign-in/phone-code-step.ts'
import { NetworkError, getErrorMessage } from '#lib/api-error.ts'
import { Button } from '#ui/button.tsx'
import { Form } from '#ui/form.tsx'
import { importAgain } from '#ui/import-again.ts'
import { OtpInput } from '#ui/otp-input.tsx'
import { PhoneField } from '#lib/phone-field.tsx'
import { dismissToast, showFailureToast } from '#ui/toast-store.ts'
import { ResendCodeButton } from '#features/sign-in/resend-button.tsx'

// Loaded on demand: most sign-ins have no Google account.
const LinkGoogleChoice = lazy(() =>
  importAgain(() => import('./link-google-choice.tsx')).then((module) => ({ default: module.LinkGoogleChoice })),
)

/** Delay of the automatic submit after the last digit, so that the button can still be pressed. */
const submitDelayMs = 500

type Problem = { title: string; text?: string }
type Props = { invitation: HeldInvitation | null; onGoogleDropped: () => void }

export function PhoneSignIn({ invitation, onGoogleDropped }: Props) {
  const navigate = useNavigate()
  const [step, setStep] = useState(readPhoneCodeStep)
  const [phone, setPhone] = useState(step?.phone ?? '')
  const [code, setCode] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [linkProblem, setLinkProblem] = useState<string>()
  const form = useRef<HTMLFormElement>(null)
  const linkButton = useRef<HTMLButtonElement>(null)
  const submitTimeout = useTimeoutControls(submitDelayMs)
  const { pending, link, drop } = usePendingIdentity(step !== null)

  function showProblem(failure: Problem, inPlace = failure.text ?? failure.title) {
    setProblem(inPlace)
    showFailureToast(failure)
    form.current?.querySelector('input')?.focus()
  }

  function goToCode(next: PhoneCodeStep) {
    storePhoneCodeStep(next)
    setStep(next)
    setProblem(undefined)
    setCode('')
    dismissToast()
  }

  async function sendCode() {
    if (isBusy) return
    if (!phone.trim()) return showProblem(signInMessages.phoneRequired)
    setBusy(true)
    try {
      await sendPhoneCode(convertPhoneToE164(phone))
      goToCode({ phone, sentAt: Date.now() })
    } catch (error) {
      showProblem({ ...signInMessages.codeNotSent, text: getErrorMessage(error, signInMessages.codeNotSent.text) })
    } finally {
      setBusy(false)
    }
  }

  function enterCodeSentBefore() {
    if (!phone.trim()) return showProblem(signInMessages.phoneRequired)
    goToCode({ phone, sentAt: null })
  }

  async function verifyCode(entered: string, isLinking = pending?.isLinking ?? false, isAsked = pending !== null) {
    submitTimeout.end()
    if (isBusy) return
    if (entered.length !== limits.codeLength) return showProblem(messages.codeRequired)
    if (isAsked && !isLinking) {
      setLinkProblem(signInMessages.googleChoose)
      linkButton.current?.focus()
      return
    }
    setBusy(true)
    try {
      const next = await signInWithPhoneCode(convertPhoneToE164(phone), entered, isLinking)
      deletePhoneCodeStep()
      dismissToast()
      await navigate({ href: next, replace: true })
    } catch (error) {
      // Every refusal has the same message, so that it reveals nothing. After a network error the code stays, because it may be right.
      if (!(error instanceof NetworkError)) setCode('')
      showProblem(signInMessages.codeInvalid, getErrorMessage(error, signInMessages.codeInvalid.text))
    } finally {
      setBusy(false)
    }
  }

  function enterDigits(digits: string) {
    submitTimeout.end()
    setCode(digits)
  }

  /** Links the Google account or drops it, then continues a sign-in that waited for this choice. */
  function decideOnLinking(isLinking: boolean) {
    setLinkProblem(undefined)
    if (isLinking) link()
    else dropGoogle()
    if (code.length === limits.codeLength) void verifyCode(code, isLinking, isLinking)
    else if (!isLinking) form.current?.querySelector('input')?.focus()
  }

  function dropGoogle() {
    drop()
    onGoogleDropped()
  }

  function startAgain() {
    submitTimeout.end()
    dismissToast()
    if (pending) dropGoogle()
    deletePhoneCodeStep()
    setStep(null)
    setCode('')
    setProblem(undefined)
    setLinkProblem(undefined)
  }

  const ending = invitation?.phoneEnding
  if (step === null) {
    return (
      <Form ref={form} onSubmit={() => sendCode()} className="grid grid-cols-1 gap-5">
        <PhoneField
          label="Mobile number"
          name="phone"
          value={phone}
          onChange={setPhone}
          error={problem}
          hint={ending && signInMessages.invitationForNumber(ending)}
        />
        <div className="grid gap-1">
          <Button type="submit" isWide isBusy={isBusy}>
            Send verification code
          </Button>
          <Button variant="quiet" isWide onClick={enterCodeSentBefore}>
            I already have a code
          </Button>
        </div>
      </Form>
    )
  }
  const isOtherNumber = ending && !phone.endsWith(ending)
  return (
    <Form ref={form} onSubmit={() => verifyCode(code)} className="grid grid-cols-1 gap-5">
      <output className="block">
        {isOtherNumber ? (
          <>
            <span className="block font-semibold">{signInMessages.invitationForNumber(ending)}</span>
            <span className="mt-1 block text-muted">{signInMessages.otherNumber(phone.replace(' ', '\u00A0'))}</span>
          </>
        ) : (
          <>
            {step.sentAt === null ? 'Enter the code for' : 'We sent a code to'}{' '}
            <span className="font-semibold whitespace-nowrap tabular-nums">{phone}</span>
          </>
        )}
      </output>
      <OtpInput
        label="Verification code"
        length={limits.codeLength}
        value={code}
        onChange={enterDigits}
        onComplete={(entered) => submitTimeout.begin(() => void verifyCode(entered))}
        error={problem}
        hint={invitation ? signInMessages.noCodeInvited : signInMessages.noCode}
        inputRef={focusInput}
      />
      {pending && (
        <Suspense>
          <LinkGoogleChoice
            identity={pending.identity}
            isLinking={pending.isLinking}
            error={linkProblem}
            onLink={() => decideOnLinking(true)}
            onDrop={() => decideOnLinking(false)}
            linkRef={linkButton}
          />
        </Suspense>
      )}
      <Button type="submit" isWide isBusy={isBusy}>
        Sign in
      </Button>
      <div className="grid gap-1">
        <Button variant="quiet" isWide onClick={startAgain}>
          Use different number
        </Button>
        <ResendCodeButton key={step.sentAt} sentAt={step.sentAt ?? 0} onResend={() => void sendCode()} />
      </div>
    </Form>
  )
}

function focusInput(input: HTMLInputElement | null) {
  input?.focus()
}

type PendingIdentityChoice = { identity: PendingIdentity; isLinking: boolean }

/**
 * The pending Google identity of this browser and the user's decision about it. `isWanted` is true at the code step. A failed request
 * counts as no identity: nothing is linked without consent.
 */
function usePendingIdentity(isWanted: boolean) {
  const [pending, setPending] = useState<PendingIdentityChoice | null>(null)

  useEffect(() => {
    if (!isWanted) return
    let isMounted = true
    const show = (identity: PendingIdentity | null) => {
      if (isMounted) setPending(identity && { identity, isLinking: false })
    }
    void fetchPendingIdentity().then(show)
    return () => {
      isMounted = false
    }
  }, [isWanted])

  return {
    pending,
    link: () => setPending(pending && { ...pending, isLinking: true }),
    drop: () => {
      setPending(null)
      void deletePendingIdentity()
    },
  }
}

/** A timeout that is cleared on unmount and replaced by the next one. */
function useTimeoutControls(ms: number): { begin: (work: () => void) => void; end: () => void } {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const end = useCallback(() => clearTimeout(timer.current), [])
  const begin = (work: () => void) => {
    end()
    timer.current = setTimeout(work, ms)
  }
  useEffect(() => end, [end])
  return { begin, end }
}
