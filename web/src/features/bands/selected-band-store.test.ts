import type { OwnMembership } from '@gaffer/domain/bands/member'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { makeFakeStorage } from '#testing/fake-storage.ts'
import {
  findSelectedMembership,
  readSelection,
  reconcileSelection,
  selectBandUnchecked,
  selectPersonalCalendar,
} from './selected-band-store.ts'

beforeEach(() => vi.stubGlobal('localStorage', makeFakeStorage()))
afterEach(() => vi.unstubAllGlobals())

/** Returns a function that runs `work` with the session storage of a new tab. */
function openTab(): <T>(work: () => T) => T {
  const storage = makeFakeStorage()
  return (work) => {
    vi.stubGlobal('sessionStorage', storage)
    return work()
  }
}

const one = { bandId: 'one' } as OwnMembership
const two = { bandId: 'two' } as OwnMembership
const noSelection = { bandId: null, contextId: null }

it('the stored band is selected only while the user is a member of the band', () => {
  expect(findSelectedMembership([one, two], { bandId: 'two', contextId: 'two' })).toBe(two)
  expect(findSelectedMembership([one, two], { bandId: 'gone', contextId: 'gone' })).toBeNull()
})

it('the only band of a user is selected automatically unless the user has exited it', () => {
  expect(findSelectedMembership([one], noSelection)).toBe(one)
  expect(findSelectedMembership([one], { bandId: 'gone', contextId: 'gone' })).toBe(one)
  expect(findSelectedMembership([one], { bandId: null, contextId: 'personal' })).toBeNull()
})

it('without a stored band nothing is selected among several bands or none', () => {
  expect(findSelectedMembership([one, two], noSelection)).toBeNull()
  expect(findSelectedMembership([], noSelection)).toBeNull()
})

it('a new tab begins with the band that was selected last, and keeps that band while another tab selects another band', () => {
  const [first, second, third] = [openTab(), openTab(), openTab()]
  first(() => selectBandUnchecked('one'))
  second(() => reconcileSelection([one, two]))
  expect(second(readSelection)).toEqual({ bandId: 'one', contextId: 'one' })
  first(() => selectBandUnchecked('two'))
  expect(second(readSelection).bandId).toBe('one')
  expect(first(readSelection).bandId).toBe('two')
  expect(third(readSelection).bandId).toBe('two')
})

it('a tab with the personal calendar keeps the personal calendar while another tab selects a band', () => {
  const [first, second] = [openTab(), openTab()]
  first(selectPersonalCalendar)
  second(() => reconcileSelection([one, two]))
  first(() => selectBandUnchecked('one'))
  expect(second(readSelection)).toEqual({ bandId: null, contextId: 'personal' })
})

it('a band that the user has left is neither selected nor stored any more, and another tab keeps its own band', () => {
  const [first, second] = [openTab(), openTab()]
  second(() => selectBandUnchecked('two'))
  first(() => selectBandUnchecked('one'))
  first(() => reconcileSelection([two]))
  expect(first(readSelection)).toEqual({ bandId: 'two', contextId: 'two' })
  expect(localStorage.getItem('gaffer.selectedBandId')).toBe('two')
  second(() => reconcileSelection([two]))
  expect(second(readSelection).bandId).toBe('two')
})

it('a stored band that the user never joined is removed, and nothing is selected among several bands', () => {
  const tab = openTab()
  localStorage.setItem('gaffer.selectedBandId', 'gone')
  tab(() => reconcileSelection([one, two]))
  expect(tab(readSelection)).toEqual({ bandId: null, contextId: null })
  expect(localStorage.getItem('gaffer.selectedBandId')).toBeNull()
})
