import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { makeFakeStorage } from '#testing/fake-storage.ts'
import {
  deleteUserValues,
  deleteSignedInValues,
  readStored,
  writeStored,
  storageKeys,
  type StorageKey,
} from './browser-storage.ts'

const keys = Object.keys(storageKeys) as StorageKey[]

beforeEach(() => {
  vi.stubGlobal('localStorage', makeFakeStorage())
  vi.stubGlobal('sessionStorage', makeFakeStorage())
  for (const key of keys) writeStored(key, 'x')
})
afterEach(() => vi.unstubAllGlobals())

it('signing out deletes all stored values except the theme and the mark of a sign-out that the server has not received', () => {
  deleteUserValues()
  expect(keys.filter((key) => readStored(key) !== null)).toEqual(['theme', 'signOutOwed'])
})

it('the end of a session removes the user and the Spotify connection and keeps the selected band', () => {
  deleteSignedInValues()
  expect(readStored('currentUser')).toBeNull()
  expect(readStored('spotifyAccessToken')).toBeNull()
  expect(readStored('selectedBandId')).toBe('x')
})

it('the page to open after sign-in (returnTo) is in the session storage, and not in the local storage', () => {
  expect(sessionStorage.getItem(storageKeys.returnTo)).toBe('x')
  expect(localStorage.getItem(storageKeys.returnTo)).toBeNull()
})

it('if the browser refuses storage, stored values are kept in memory', () => {
  const refuse = () => {
    throw new Error('refused')
  }
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse })
  writeStored('theme', 'light')
  expect(readStored('theme')).toBe('light')
  deleteUserValues()
  expect(readStored('currentUser')).toBeNull()
})

it('if the storage is full, a new value is kept in memory in place of the stored value, until the browser can store a value again', () => {
  const storage = localStorage
  const refuse = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  vi.stubGlobal('localStorage', { getItem: (name: string) => storage.getItem(name), setItem: refuse })
  expect(writeStored('dismissedNextUp', 'new')).toBe(false)
  expect(readStored('dismissedNextUp')).toBe('new')
  vi.stubGlobal('localStorage', storage)
  expect(writeStored('dismissedNextUp', 'newer')).toBe(true)
  storage.setItem(storageKeys.dismissedNextUp, 'of another tab')
  expect(readStored('dismissedNextUp')).toBe('of another tab')
})
