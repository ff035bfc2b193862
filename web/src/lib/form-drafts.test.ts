import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { makeFakeStorage } from '#testing/fake-storage.ts'
import { deleteUserValues, deleteSignedInValues, readStored, writeStored } from './browser-storage.ts'
import { deleteFormDraft, deleteDraftsOfOtherUsers, storeDirtyFormDrafts, readFormDraft } from './form-drafts.ts'
import { registerForm } from '#ui/open-forms.ts'

let close: (() => void)[] = []

function openForm(name: string, values: unknown, { isDirty = true, userId = 'ros' } = {}) {
  close.push(
    registerForm({
      isDirty: () => isDirty,
      discard: () => undefined,
      draft: { userId, name, values: () => values },
    }),
  )
}

beforeEach(() => {
  vi.stubGlobal('localStorage', makeFakeStorage())
  vi.stubGlobal('sessionStorage', makeFakeStorage())
})
afterEach(() => {
  close.forEach((one) => one())
  close = []
  deleteUserValues()
  vi.unstubAllGlobals()
})

it('the values of a dirty form are stored at the end of the session, and those of a clean form are not', () => {
  openForm('profile', { hometown: 'Otley' })
  openForm('band', {}, { isDirty: false })
  storeDirtyFormDrafts()
  deleteSignedInValues()
  expect(readFormDraft('ros', 'profile')).toEqual({ hometown: 'Otley' })
  expect(readFormDraft('ros', 'band')).toBeNull()
})

it('a draft is not read for another account, and deleteDraftsOfOtherUsers deletes it', () => {
  openForm('profile', { hometown: 'Otley' })
  storeDirtyFormDrafts()
  expect(readFormDraft('mags', 'profile')).toBeNull()
  deleteDraftsOfOtherUsers('ros')
  expect(readFormDraft('ros', 'profile')).not.toBeNull()
  deleteDraftsOfOtherUsers('mags')
  expect(readFormDraft('ros', 'profile')).toBeNull()
  expect(readStored('drafts')).toBeNull()
})

it('after deleteFormDraft the draft is gone, and the other drafts stay', () => {
  openForm('profile', { hometown: 'Otley' })
  openForm('song/b1', { title: 'Opener', artist: 'Us' })
  storeDirtyFormDrafts()
  deleteFormDraft('ros', 'profile')
  expect(readFormDraft('ros', 'profile')).toBeNull()
  expect(readFormDraft('ros', 'song/b1')).toEqual({ title: 'Opener', artist: 'Us' })
  deleteFormDraft('ros', 'song/b1')
  expect(localStorage.getItem('gaffer.drafts')).toBeNull()
})

it('deleteUserValues deletes the drafts', () => {
  openForm('profile', { hometown: 'Otley' })
  storeDirtyFormDrafts()
  deleteUserValues()
  expect(localStorage.getItem('gaffer.drafts')).toBeNull()
})

it('readFormDraft returns null if the stored drafts are invalid', () => {
  for (const text of ['nonsense', '[]', '{"userId":"ros"}', '{"userId":1,"forms":{}}']) {
    writeStored('drafts', text)
    expect(readFormDraft('ros', 'profile')).toBeNull()
  }
})
