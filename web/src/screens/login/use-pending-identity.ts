// The pending Google identity of this browser and the user's decision about it, at the code step.

import type { PendingIdentity } from '@gaffer/domain/sign-in/identity'
import { useEffect, useState } from 'react'
import { deletePendingIdentity, fetchPendingIdentity } from '#features/sign-in/auth.ts'

type Pending = { identity: PendingIdentity; isLinking: boolean }

/** `isWanted` is true at the code step. A failed request counts as no identity: nothing is linked without consent. */
export function usePendingIdentity(isWanted: boolean) {
  const [pending, setPending] = useState<Pending | null>(null)

  useEffect(() => {
    if (!isWanted) return
    let isHere = true
    const show = (identity: PendingIdentity | null) => {
      if (isHere) setPending(identity && { identity, isLinking: false })
    }
    void fetchPendingIdentity().then(show)
    return () => {
      isHere = false
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
