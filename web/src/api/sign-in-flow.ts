// Trace of the last sign-in for the debug page, without phone numbers, codes or tokens.

import { forget, readStored, writeStored } from '#lib/browser-storage.ts'

export type SignInStep = { name: string; /** Milliseconds since the flow began. */ at: number }

const maxSteps = 20

/** Replaces the last trace; `name` is the first step. */
export function beginSignInFlow(name: string, now = Date.now()): void {
  writeStored('signInFlowStart', String(now))
  writeStored('signInFlowSteps', JSON.stringify([{ name, at: 0 }] satisfies SignInStep[]))
}

export function noteSignInStep(name: string, now = Date.now()): void {
  const { startedAt, steps } = readSignInFlow()
  if (startedAt === null) return
  const next = [...steps, { name, at: now - startedAt }].slice(-maxSteps)
  writeStored('signInFlowSteps', JSON.stringify(next))
}

/** Invalid stored values read as no trace. */
export function readSignInFlow(): { startedAt: number | null; steps: SignInStep[] } {
  const startedAt = Number(readStored('signInFlowStart') ?? Number.NaN)
  return Number.isFinite(startedAt)
    ? { startedAt, steps: parseSteps(readStored('signInFlowSteps')) }
    : { startedAt: null, steps: [] }
}

export function forgetSignInFlow(): void {
  forget('signInFlowStart', 'signInFlowSteps')
}

function parseSteps(text: string | null): SignInStep[] {
  try {
    const steps: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(steps) ? steps.filter(isStep) : []
  } catch {
    // Not JSON: an extension or an older release wrote under this key.
    return []
  }
}

function isStep(value: unknown): value is SignInStep {
  if (typeof value !== 'object' || value === null || !('name' in value) || !('at' in value)) return false
  return typeof value.name === 'string' && typeof value.at === 'number'
}
