// Lets one request at a time write to an upload, across all servers. A client that resumes after a lost connection must not wait for its
// earlier request to time out: the new request makes the request that holds the lock end.

import { setTimeout as sleep } from 'node:timers/promises'
import type { Lock, Locker } from '@tus/server'
import { AppError } from '@gaffer/domain/shared/app-error'
import { fileMessages } from '@gaffer/domain/files/file-messages'
import type { HeldLock } from '#platform/db/session-locks.ts'
import type { Services } from '#services.ts'

const maxWaitMs = 8000
const retryMs = 100

export function createUploadLocker({ locks, pubsub }: Pick<Services, 'locks' | 'pubsub'>): Locker {
  /** By upload id, a function that ends the request on this server that holds the lock of the upload. */
  const holders = new Map<string, () => void>()
  const requestedLocks = pubsub.topic<{ id: string }>('uploads')
  requestedLocks.subscribe(({ id }) => holders.get(id)?.())
  return { newLock }

  function newLock(id: string): Lock {
    let held: HeldLock | null = null
    return {
      async lock(signal, cancel) {
        const end = () => void cancel()
        for (const began = performance.now(); ; await sleep(retryMs)) {
          held = await locks.tryAcquire(`upload ${id}`, end)
          if (held) break
          requestedLocks.publish([{ id }])
          if (signal.aborted || performance.now() - began > maxWaitMs)
            throw new AppError('unavailable', fileMessages.uploadBusy, { retryAfterSeconds: 2 })
        }
        holders.set(id, end)
      },
      async unlock() {
        holders.delete(id)
        await held?.release()
      },
    }
  }
}
