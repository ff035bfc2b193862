import { createECDH } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import webPush from 'web-push'
import { vapidKeyFileName, readOrCreateVapidKeys, vapidPublicKeyOf } from './vapid-keys.ts'

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'gaffer-vapid-'))
})
afterEach(() => rm(dataDir, { recursive: true }))

test('the VAPID keys are created once, in a file that only its owner can read', async () => {
  const keys = await readOrCreateVapidKeys(dataDir)
  expect(await readOrCreateVapidKeys(dataDir)).toEqual(keys)
  const file = join(dataDir, vapidKeyFileName)
  expect(await readFile(file, 'utf8')).toBe(keys?.privateKey)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
})

test('concurrent first starts get the same VAPID keys', async () => {
  const found = await Promise.all(Array.from({ length: 20 }, () => readOrCreateVapidKeys(dataDir)))
  expect(found).toEqual(found.map(() => found[0]))
  expect(found[0]).not.toBeNull()
  expect(await readdir(dataDir)).toEqual([vapidKeyFileName])
})

test('created VAPID keys are a P-256 pair with 65 and 32 bytes', async () => {
  const keys = await readOrCreateVapidKeys(dataDir)
  const [publicKey, privateKey] = [keys?.publicKey ?? '', keys?.privateKey ?? ''].map((key) =>
    Buffer.from(key, 'base64url'),
  )
  expect([publicKey?.length, privateKey?.length]).toEqual([65, 32])
  const curve = createECDH('prime256v1')
  curve.setPrivateKey(privateKey as Buffer)
  expect(curve.getPublicKey()).toEqual(publicKey)
})

test('vapidPublicKeyOf returns the public key of a key pair that web-push generated', () => {
  for (let one = 0; one < 20; one += 1) {
    const { publicKey, privateKey } = webPush.generateVAPIDKeys()
    expect(vapidPublicKeyOf(privateKey)).toBe(publicKey)
  }
})
