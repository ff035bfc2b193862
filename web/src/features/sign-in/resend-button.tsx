// Requests another code after the server's waiting time.

import { signInLimits as limits } from '@gaffer/domain/shared/sign-in-limits'
import { useEffect, useState } from 'react'
import { Button } from '#ui/button.tsx'

export function ResendCodeButton({ sentAt, onResend }: { sentAt: number; onResend: () => void }) {
  const [now, setNow] = useState(() => Date.now())
  // If `sentAt` is in the future, the device's clock was set back, and the button does not wait: the server refuses a request that is too early.
  const waitMs = now < sentAt ? 0 : limits.resendSeconds * 1000 - (now - sentAt)
  const secondsLeft = Math.max(0, Math.ceil(waitMs / 1000))

  const isWaiting = secondsLeft > 0

  useEffect(() => {
    if (!isWaiting) return
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [isWaiting])

  return (
    <Button variant="quiet" isWide disabled={isWaiting} onClick={onResend}>
      {isWaiting ? `New code in ${secondsLeft} s` : 'Send a new code'}
    </Button>
  )
}
