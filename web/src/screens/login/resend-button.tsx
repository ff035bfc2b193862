// Another code, once the wait that the server insists on is over.

import { limits } from '@gaffer/domain/limits'
import { useEffect, useState } from 'react'
import { Button } from '#ui/button.tsx'

export function ResendButton({ sentAt, onResend }: { sentAt: number; onResend: () => void }) {
  const [now, setNow] = useState(sentAt)
  const wait = Math.max(0, Math.ceil(limits.resendSeconds - (now - sentAt) / 1000))

  useEffect(() => {
    if (wait === 0) return
    const timer = setTimeout(() => setNow(Date.now()), 1000)
    return () => clearTimeout(timer)
  }, [wait, now])

  return (
    <Button variant="quiet" isWide disabled={wait > 0} onClick={onResend}>
      {wait > 0 ? `New code in ${wait} s` : 'Send a new code'}
    </Button>
  )
}
