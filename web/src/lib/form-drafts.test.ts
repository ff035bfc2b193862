import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fakeStorage } from '#testing/fake-storage.ts'
import { forgetMember, forgetSession, readStored, writeStored } from './browser-storage.ts'
import { dropDraft, dropDraftsOfOthers, keepDrafts, readDraft } from './form-drafts.ts'
import { registerForm } from './open-forms.ts'

let close: (() => void)[] = []

function openForm(name: string, values: unknown, { isDirty = true, userId = 'ros' } = {}) {
  close.push(
    registerForm({
      isDirty: () => isDirty,
      ask: () => Promise.resolve(true),
      discard: () => undefined,
      draft: { userId, name, values: () => values },
    }),
  )
}

beforeEach(() => {
  vi.stubGlobal('localStorage', fakeStorage())
  vi.stubGlobal('sessionStorage', fakeStorage())
})
afterEach(() => {
  close.forEach((one) => one())
  close = []
  forgetMember()
  vi.unstubAllGlobals()
})

it('the values of a dirty form are stored at the end of the session, and those of a clean form are not', () => {
  openForm('profile', { hometown: 'Otley' })
  openForm('band', {}, { isDirty: false })
  keepDrafts()
  forgetSession()
  expect(readDraft('ros', 'profile')).toEqual({ hometown: 'Otley' })
  expect(readDraft('ros', 'band')).toBeNull()
})

it('a draft is not read for another account, and deleteDraftsOfOtherUsers deletes it', () => {
  openForm('profile', { hometown: 'Otley' })
  keepDrafts()
  expect(readDraft('mags', 'profile')).toBeNull()
  dropDraftsOfOthers('ros')
  expect(readDraft('ros', 'profile')).not.toBeNull()
  dropDraftsOfOthers('mags')
  expect(readDraft('ros', 'profile')).toBeNull()
  expect(readStored('drafts')).toBeNull()
})

it('a dropped draft is no longer read, and the other drafts are', () => {
  openForm('profile', { hometown: 'Otley' })
  openForm('song/b1', { title: 'Opener', artist: 'Us' })
  keepDrafts()
  dropDraft('ros', 'profile')
  expect(readDraft('ros', 'profile')).toBeNull()
  expect(readDraft('ros', 'song/b1')).toEqual({ title: 'Opener', artist: 'Us' })
  dropDraft('ros', 'song/b1')
  expect(localStorage.getItem('gaffer.drafts')).toBeNull()
})

it('deleteUserValues deletes the drafts', () => {
  openForm('profile', { hometown: 'Otley' })
  keepDrafts()
  forgetMember()
  expect(localStorage.getItem('gaffer.drafts')).toBeNull()
})

it('a draft whose picture exceeds the storage quota is stored without the picture', () => {
  vi.stubGlobal('localStorage', fakeStorage({ maxLength: 2000 }))
  openForm('profile', { hometown: 'Otley', avatarUrl: `data:image/png;base64,${'A'.repeat(5000)}` })
  keepDrafts()
  expect(readDraft('ros', 'profile')).toEqual({ hometown: 'Otley' })
})

it('an invalid stored draft reads as none', () => {
  for (const text of ['nonsense', '[]', '{"userId":"ros"}', '{"userId":1,"forms":{}}']) {
    writeStored('drafts', text)
    expect(readDraft('ros', 'profile')).toBeNull()
  }
})
