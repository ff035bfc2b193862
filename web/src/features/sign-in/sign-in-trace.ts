// Trace of the last sign-in for the debug page, without phone numbers, codes or tokens.

import { deleteStored, readStored, writeStored } from '#lib/browser-storage.ts'

export type SignInTraceStep = { name: string; /** Milliseconds since the flow began. */ at: number }

const maxSteps = 20

/** Starts a new trace with the step `name`, in place of the last trace. */
export function startSignInTrace(name: string, now = Date.now()): void {
  writeStored('signInFlowStart', String(now))
  writeStored('signInFlowSteps', JSON.stringify([{ name, at: 0 }] satisfies SignInTraceStep[]))
}

export function addSignInTraceStep(name: string, now = Date.now()): void {
  const { startedAt, steps } = readSignInTrace()
  if (startedAt === null) return
  const next = [...steps, { name, at: now - startedAt }].slice(-maxSteps)
  writeStored('signInFlowSteps', JSON.stringify(next))
}

/** The stored trace; without steps if none is stored or it is invalid. */
export function readSignInTrace(): { startedAt: number | null; steps: SignInTraceStep[] } {
  const startedAt = Number(readStored('signInFlowStart') ?? Number.NaN)
  return Number.isFinite(startedAt)
    ? { startedAt, steps: parseSteps(readStored('signInFlowSteps')) }
    : { startedAt: null, steps: [] }
}

export function deleteSignInTrace(): void {
  deleteStored('signInFlowStart', 'signInFlowSteps')
}

function parseSteps(text: string | null): SignInTraceStep[] {
  try {
    const steps: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(steps) ? steps.filter(isStep) : []
  } catch {
    // The value is not JSON: an extension or an older release wrote it.
    return []
  }
}

function isStep(value: unknown): value is SignInTraceStep {
  if (typeof value !== 'object' || value === null || !('name' in value) || !('at' in value)) return false
  return typeof value.name === 'string' && typeof value.at === 'number'
}
