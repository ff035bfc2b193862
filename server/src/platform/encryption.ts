// Column encryption: AES-256-GCM (NIST SP 800-38D).

import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'

const algorithm = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

/** Identifies a key without revealing it, so that rows encrypted with an earlier key are recognised. */
export function keyFingerprint(key: Buffer): string {
  return createHash('sha256').update('key id').update(key).digest('hex').slice(0, 16)
}

/** Returns nonce, tag and ciphertext. `owner` is additional authenticated data: in another row the ciphertext does not decrypt. */
export function encrypt(key: Buffer, owner: string, text: string): Buffer {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv(algorithm, key, nonce).setAAD(Buffer.from(owner))
  const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), ciphertext])
}

/** Throws if the key or the owner differs, or the ciphertext was altered. */
export function decrypt(key: Buffer, owner: string, encrypted: Buffer): string {
  const nonce = encrypted.subarray(0, nonceBytes)
  const tag = encrypted.subarray(nonceBytes, nonceBytes + tagBytes)
  const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagBytes })
  decipher.setAAD(Buffer.from(owner)).setAuthTag(tag)
  return Buffer.concat([decipher.update(encrypted.subarray(nonceBytes + tagBytes)), decipher.final()]).toString('utf8')
}
