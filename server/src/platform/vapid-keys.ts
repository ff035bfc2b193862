// The default for VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY: created once and stored in the data folder. Browsers bind each subscription to the
// public key, so a new key ends all subscriptions.

import { createECDH, generateKeyPairSync } from 'node:crypto'
import { readOrCreateSecret } from './secret-key.ts'

/** Identifies this server to push services (RFC 8292). Both keys are in base64url. */
export type VapidKeys = { publicKey: string; privateKey: string }

export const vapidKeyFileName = 'vapid-private-key'

/** Reads or creates the keys; null if the file contains something else. */
export async function readOrCreateVapidKeys(dataDir: string): Promise<VapidKeys | null> {
  const privateKey = await readOrCreateSecret(dataDir, vapidKeyFileName, generatePrivateKey)
  const publicKey = vapidPublicKeyOf(privateKey)
  return publicKey === null ? null : { publicKey, privateKey }
}

/** Returns 32 bytes in base64url. */
function generatePrivateKey(): string {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return privateKey.export({ format: 'jwk' }).d ?? ''
}

/** The public key of a VAPID private key, uncompressed and in base64url; null if the private key is invalid. */
export function vapidPublicKeyOf(privateKey: string): string | null {
  if (!/^[\w-]{43}$/.test(privateKey)) return null
  const pair = createECDH('prime256v1')
  try {
    pair.setPrivateKey(privateKey, 'base64url')
  } catch {
    // The key is zero, or not below the order of the curve.
    return null
  }
  return pair.getPublicKey('base64url')
}
