import { expect } from 'vitest'
import { readOutboxState } from '#offline/outbox-state.ts'

/** Resolves once no change is in the outbox. Call it at the end of a test: the tests of a file share the outbox. */
export async function waitUntilChangesSent(): Promise<void> {
  await expect
    .poll(() => {
      const { changes, unstored } = readOutboxState()
      return changes.length + unstored.length
    })
    .toBe(0)
}
