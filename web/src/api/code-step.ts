// The code step of a sign-in, kept in this tab, so that a reload or a look at the messages app does not lose it.

import { signInLimits as limits } from '@gaffer/domain/sign-in-limits'
import { forget, readStored, store } from '#lib/browser-storage.ts'

/** `phone` as typed; `sentAt` in milliseconds, null where the code was sent before and this tab did not ask for it. */
export type CodeStep = { phone: string; sentAt: number | null }
type Stored = CodeStep & { until: number }

export function storeCodeStep(step: CodeStep, now = Date.now()): void {
  store('codeStep', JSON.stringify({ ...step, until: now + limits.codeSeconds * 1000 } satisfies Stored))
}

/** Null when there is none, or its code no longer works. */
export function readCodeStep(now = Date.now()): CodeStep | null {
  const stored = parse(readStored('codeStep'))
  if (!stored) return null
  if (stored.until > now) return { phone: stored.phone, sentAt: stored.sentAt }
  forgetCodeStep()
  return null
}

export function forgetCodeStep(): void {
  forget('codeStep')
}

function parse(text: string | null): Stored | null {
  try {
    const value: unknown = JSON.parse(text ?? 'null')
    return isStored(value) ? value : null
  } catch {
    // Not JSON: another program wrote under this key.
    return null
  }
}

function isStored(value: unknown): value is Stored {
  if (typeof value !== 'object' || value === null) return false
  const { phone, sentAt, until } = value as Partial<Stored>
  return typeof phone === 'string' && (sentAt === null || typeof sentAt === 'number') && typeof until === 'number'
}
