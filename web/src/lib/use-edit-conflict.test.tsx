import { act, renderHook } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { useEditConflict } from './edit-conflict.ts'

const stale = new Error('stale')
const theirEdit = { title: 'Album launch' }
const refuse = () => Promise.reject(stale)

function setUp() {
  const onFailure = vi.fn()
  const { result } = renderHook(() => useEditConflict<typeof theirEdit>(onFailure))
  return {
    result,
    onFailure,
    attempt: (...args: Parameters<typeof result.current.attempt>) => act(() => result.current.attempt(...args)),
  }
}

it('a save that fails with an edit conflict sets `theirs` to the version of the other member and reports no failure', async () => {
  const { result, onFailure, attempt } = setUp()
  await attempt(refuse, async (error) => (error === stale ? theirEdit : null))
  expect(result.current.theirs).toBe(theirEdit)
  expect(onFailure).not.toHaveBeenCalled()
})

it('a save that fails without an edit conflict reports its error', async () => {
  const { result, onFailure, attempt } = setUp()
  await attempt(refuse, async () => null)
  expect(result.current.theirs).toBeNull()
  expect(onFailure).toHaveBeenCalledWith(stale)
})

it('if the version of the other member cannot be read after an edit conflict, the error of the save is reported', async () => {
  const { result, onFailure, attempt } = setUp()
  await attempt(refuse, () => Promise.reject(new Error('no network')))
  expect(result.current.theirs).toBeNull()
  expect(onFailure).toHaveBeenCalledWith(stale)
})

it('a successful save after an edit conflict sets `theirs` to null', async () => {
  const { result, attempt } = setUp()
  await attempt(refuse, async () => theirEdit)
  await attempt(
    async () => undefined,
    async () => null,
  )
  expect(result.current.theirs).toBeNull()
})
