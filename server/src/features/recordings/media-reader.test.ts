import { expect, test } from 'vitest'
import type { FileStore } from '#providers/files/file-store.ts'
import { createMediaReader } from './media-reader.ts'

test('reading a file fails with "unavailable" when the file store does not answer', async () => {
  // The store counts as slow after half of this time. The start of the worker takes a second or two of it on a busy machine.
  const read = createMediaReader({ timeoutMs: 8000 })
  const store = { read: () => new Promise(() => undefined) } as unknown as FileStore
  await expect(read(store, { id: 'a', byteLength: 100_000, userId: null })).rejects.toMatchObject({
    code: 'unavailable',
  })
})

test('users take turns: a file of one user is read before the second of three files that another user submitted earlier', async () => {
  const read = createMediaReader({ timeoutMs: 3000 })
  const store = { read: () => Promise.reject(new Error('no such file')) } as unknown as FileStore
  const done: string[] = []
  const readOf = (userId: string) =>
    read(store, { id: userId, byteLength: 100_000, userId }).catch(() => done.push(userId))
  await Promise.all([readOf('dee'), readOf('dee'), readOf('dee'), readOf('kit')])
  expect(done).toEqual(['dee', 'kit', 'dee', 'dee'])
})
