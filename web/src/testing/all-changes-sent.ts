import { vi } from 'vitest'
import { readOutboxState } from '#offline/outbox-state.ts'

/** Resolves once no change is in the outbox: the tests of a file share it. */
export async function allChangesSent(): Promise<void> {
  await vi.waitUntil(() => {
    const { changes, unstored } = readOutboxState()
    return changes.length + unstored.length === 0
  })
}
