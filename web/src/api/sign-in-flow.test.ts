import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { storageKeys } from '#lib/browser-storage.ts'
import { fakeStorage } from '#testing/fake-storage.ts'
import { beginSignInFlow, forgetSignInFlow, noteSignInStep, readSignInFlow } from './sign-in-flow.ts'

const stored = new Map<string, string>()

beforeEach(() => {
  stored.clear()
  vi.stubGlobal('localStorage', fakeStorage({ entries: stored }))
})
afterEach(() => vi.unstubAllGlobals())

it('each step of the sign-in trace has its time since the first step', () => {
  beginSignInFlow('Left for Google', 1000)
  noteSignInStep('Back from Google', 4200)
  expect(readSignInFlow()).toEqual({
    startedAt: 1000,
    steps: [
      { name: 'Left for Google', at: 0 },
      { name: 'Back from Google', at: 3200 },
    ],
  })
  beginSignInFlow('Asked for a code', 9000)
  expect(readSignInFlow().steps).toHaveLength(1)
})

it('the sign-in trace records no step before its start and keeps its last 20 steps', () => {
  noteSignInStep('Signed in', 5)
  expect(readSignInFlow()).toEqual({ startedAt: null, steps: [] })
  beginSignInFlow('Asked for a code', 0)
  for (let at = 1; at <= 40; at++) noteSignInStep(`step ${at}`, at)
  const { steps } = readSignInFlow()
  expect([steps.length, steps.at(-1)?.name]).toEqual([20, 'step 40'])
  forgetSignInFlow()
  expect(stored.size).toBe(0)
})

it('an invalid stored sign-in trace reads as no steps', () => {
  beginSignInFlow('Asked for a code', 0)
  for (const junk of ['{', '7', '[{"name":1,"at":"2"}, null]']) {
    stored.set(storageKeys.signInFlowSteps, junk)
    expect(readSignInFlow().steps).toEqual([])
  }
})
