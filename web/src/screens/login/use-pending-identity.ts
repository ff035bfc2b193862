// The Google identity that waits in this browser, from the code step on, and what its person says about it.

import type { PendingIdentity } from '@gaffer/domain/identity'
import { useEffect, useState } from 'react'
import { dropPendingIdentity, readPendingIdentity } from '#api/auth.ts'

type Pending = { identity: PendingIdentity; isLinking: boolean }

/** `isWanted`: at the code step. A server that cannot be asked links nothing, so there is nothing to ask then. */
export function usePendingIdentity(isWanted: boolean) {
  const [pending, setPending] = useState<Pending | null>(null)

  useEffect(() => {
    if (!isWanted) return
    let isHere = true
    const show = (identity: PendingIdentity | null) => {
      if (isHere) setPending(identity && { identity, isLinking: false })
    }
    void readPendingIdentity().then(show)
    return () => {
      isHere = false
    }
  }, [isWanted])

  return {
    pending,
    link: () => setPending(pending && { ...pending, isLinking: true }),
    drop: () => {
      setPending(null)
      void dropPendingIdentity()
    },
  }
}
