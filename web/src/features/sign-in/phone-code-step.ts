// The code step of a sign-in, in session storage, so that it survives a reload and switching to the messages app.

import { signInLimits as limits } from '@gaffer/domain/shared/sign-in-limits'
import { deleteStored, readStored, writeStored } from '#lib/browser-storage.ts'

/** `phone` is as typed. `sentAt` is in epoch milliseconds; null for "I already have a code". */
export type PhoneCodeStep = { phone: string; sentAt: number | null }
type StoredCodeStep = PhoneCodeStep & { until: number }

export function storePhoneCodeStep(step: PhoneCodeStep, now = Date.now()): void {
  writeStored('codeStep', JSON.stringify({ ...step, until: now + limits.codeSeconds * 1000 } satisfies StoredCodeStep))
}

/** The stored code step; null if there is none or its code has expired. */
export function readPhoneCodeStep(now = Date.now()): PhoneCodeStep | null {
  const stored = parseStoredCodeStep(readStored('codeStep'))
  if (!stored) return null
  if (stored.until > now) return { phone: stored.phone, sentAt: stored.sentAt }
  deletePhoneCodeStep()
  return null
}

export function deletePhoneCodeStep(): void {
  deleteStored('codeStep')
}

function parseStoredCodeStep(text: string | null): StoredCodeStep | null {
  try {
    const value: unknown = JSON.parse(text ?? 'null')
    return isStoredCodeStep(value) ? value : null
  } catch {
    // The value is not JSON: an extension or an older release wrote it.
    return null
  }
}

function isStoredCodeStep(value: unknown): value is StoredCodeStep {
  if (typeof value !== 'object' || value === null) return false
  const { phone, sentAt, until } = value as Partial<StoredCodeStep>
  return typeof phone === 'string' && (sentAt === null || typeof sentAt === 'number') && typeof until === 'number'
}
