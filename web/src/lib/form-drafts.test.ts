import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { makeFakeStorage } from '#testing/fake-storage.ts'
import { deleteUserValues, deleteSignedInValues, readStored, writeStored } from './browser-storage.ts'
import {
  deleteFormDraft,
  deleteDraftsOfLeftBands,
  deleteDraftsOfOtherUsers,
  storeDirtyFormDrafts,
  storeFormDraft,
  readFormDraft,
} from './form-drafts.ts'
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

it('the values of a dirty form are stored at the end of the session, and the values of a clean form are not', () => {
  openForm('profile', { hometown: 'Otley' })
  openForm('band', {}, { isDirty: false })
  storeDirtyFormDrafts()
  deleteSignedInValues()
  expect(readFormDraft('ros', 'profile')).toEqual({ hometown: 'Otley' })
  expect(readFormDraft('ros', 'band')).toBeNull()
})

it('a draft is not read for another account, and deleteDraftsOfOtherUsers deletes the draft', () => {
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

it('deleteDraftsOfLeftBands deletes the drafts of a band that the user has left, and no others', () => {
  const [own, left] = ['0190a000-0000-7000-8000-00000000000b', '0190a000-0000-7000-8000-00000000000c']
  const kept = ['profile', 'event/personal', `note/${own}/event:e`, `song/${own}`]
  const deleted = [`note/${left}/event:e`, `song/${left}`]
  for (const name of [...kept, ...deleted]) storeFormDraft('ros', name, { text: 'Half written' })
  deleteDraftsOfLeftBands('ros', [own])
  expect([...kept, ...deleted].filter((name) => readFormDraft('ros', name) !== null)).toEqual(kept)
})
