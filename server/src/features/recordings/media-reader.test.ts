import { expect, test } from 'vitest'
import type { FileStore } from '#providers/files/file-store.ts'
import { createMediaReader } from './media-reader.ts'

test('reading a file whose store does not answer fails as unavailable, not as unsupported', async () => {
  const read = createMediaReader({ timeoutMs: 3000 })
  const store = { read: () => new Promise(() => undefined) } as unknown as FileStore
  await expect(read(store, { id: 'a', byteLength: 100_000 })).rejects.toMatchObject({ code: 'unavailable' })
})
