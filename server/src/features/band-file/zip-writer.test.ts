import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { readZip } from '#testing/zips.ts'
import { streamZip } from './zip-writer.ts'

const at = new Date('2027-03-01T12:00:00Z')

test('streamZip writes its entries in order, and add returns the length and hash of each entry', async () => {
  const written: object[] = []
  const zip = streamZip(at, async (add) => {
    written.push(await add('a.txt', Readable.from(['Hello']), { compress: true }))
    written.push(await add('b.bin', Readable.from([Buffer.alloc(3)])))
  })
  expect(await readZip(await buffer(zip))).toEqual([
    { path: 'a.txt', bytes: Buffer.from('Hello') },
    { path: 'b.bin', bytes: Buffer.alloc(3) },
  ])
  expect(written).toEqual([
    { path: 'a.txt', bytes: 5, sha256: '185f8db32271fe25f561a6fc938b2e264306ec304eda518007d1764826381969' },
    { path: 'b.bin', bytes: 3, sha256: '709e80c88487a2411e1ee4dfb9f22a861492d20c4765150c0c794abd70f8147c' },
  ])
})

test('after the stream of a zip is destroyed, the file that was being read is closed and no other file is opened', async () => {
  const endless = new Readable({
    read() {
      this.push(Buffer.alloc(64 * 1024))
    },
  })
  const opened: string[] = []
  const { promise, resolve } = Promise.withResolvers<unknown>()
  const zip = streamZip(at, async (add) => {
    opened.push('first')
    await add('first', endless).catch((error: unknown) => {
      resolve(error)
      throw error
    })
    opened.push('second')
  })
  zip.once('data', () => zip.destroy())
  expect(await promise).toBeInstanceOf(Error)
  expect([endless.destroyed, opened]).toEqual([true, ['first']])
})

test('when a file cannot be read, the stream of the zip fails with the error of that file', async () => {
  const broken = new Readable({ read: () => broken.destroy(new Error('The disk is gone')) })
  const zip = streamZip(at, async (add) => void (await add('broken', broken)))
  await expect(buffer(zip)).rejects.toThrow('The disk is gone')
})
