import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { storageKeys } from '#lib/browser-storage.ts'
import { makeFakeStorage } from '#testing/fake-storage.ts'
import { startSignInTrace, deleteSignInTrace, addSignInTraceStep, readSignInTrace } from './sign-in-trace.ts'

const stored = new Map<string, string>()

beforeEach(() => {
  stored.clear()
  vi.stubGlobal('localStorage', makeFakeStorage({ entries: stored }))
})
afterEach(() => vi.unstubAllGlobals())

it('each step of the sign-in trace has its time since the first step, and a new start deletes the earlier steps', () => {
  startSignInTrace('Left for Google', 1000)
  addSignInTraceStep('Back from Google', 4200)
  expect(readSignInTrace()).toEqual({
    startedAt: 1000,
    steps: [
      { name: 'Left for Google', at: 0 },
      { name: 'Back from Google', at: 3200 },
    ],
  })
  startSignInTrace('Asked for a code', 9000)
  expect(readSignInTrace().steps).toHaveLength(1)
})

it('the sign-in trace records no step before its start and keeps its last 20 steps', () => {
  addSignInTraceStep('Signed in', 5)
  expect(readSignInTrace()).toEqual({ startedAt: null, steps: [] })
  startSignInTrace('Asked for a code', 0)
  for (let at = 1; at <= 40; at++) addSignInTraceStep(`step ${at}`, at)
  const { steps } = readSignInTrace()
  expect([steps.length, steps.at(-1)?.name]).toEqual([20, 'step 40'])
  deleteSignInTrace()
  expect(stored.size).toBe(0)
})

it('an invalid stored sign-in trace reads as no steps', () => {
  startSignInTrace('Asked for a code', 0)
  for (const junk of ['{', '7', '[{"name":1,"at":"2"}, null]']) {
    stored.set(storageKeys.signInFlowSteps, junk)
    expect(readSignInTrace().steps).toEqual([])
  }
})
