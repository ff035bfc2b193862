import type { Dep, DepAskStatus } from '@gaffer/domain/deps/dep'
import type { NoticeRecipients } from '@gaffer/domain/notices/notice-recipients'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { aDep, aDepRequest } from '#testing/dep-fixture.ts'
import { renderPage } from '#testing/render-page.tsx'
import { dismissToast, readCurrentToast } from '#ui/toast-store.ts'
// Preloads the response checker: the first response would import it, which can take longer than `waitFor` waits.
import '#lib/check-response.ts'
import { WhoWillBeTold } from './who-will-be-told.tsx'

const bandId = '0190a000-0000-7000-8000-00000000000b'
const member = (displayName: string, at: number, isReached: boolean) => ({
  membershipId: `0190a000-0000-7000-8000-00000000000${at}`,
  displayName,
  isReached,
  hasPushOrMail: isReached,
})
let members: NoticeRecipients['members']
let requestedPaths: string[]
const [tom, jo, ali] = [aDep('Tom', 1), aDep('Jo', 2), aDep('Ali', 3)]
const ask = (dep: Dep, status: DepAskStatus) => ({ depId: dep.id, status, at: null, isStale: false })
const depRequests = [aDepRequest({ asks: [ask(tom, 'expired'), ask(jo, 'asked'), ask(ali, 'no')] })]

beforeEach(() => {
  requestedPaths = []
  members = [member('Kit', 1, true), member('Mags', 2, false)]
  vi.stubGlobal('fetch', async (path: string) => {
    requestedPaths.push(path)
    if (path.endsWith('/dep-requests')) return Response.json(depRequests)
    if (path.endsWith('/deps')) return Response.json([tom, jo, ali])
    return Response.json({ members, deps: [] })
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  dismissToast()
})

const show = (deps: readonly string[] = [], askedDepsOf: string | null = null) =>
  renderPage(<WhoWillBeTold bandId={bandId} group="asked" deps={deps} askedDepsOf={askedDepsOf} />)

it('the line "who will be told" counts the members, and names the deps', async () => {
  members = [member('Kit', 1, true), member('Mags', 2, true)]
  await show(['Tom'])
  expect(await screen.findByText('The other 2 and Tom (dep) will be told')).toBeTruthy()
  expect(requestedPaths).toEqual([`/api/bands/${bandId}/notice-reach?group=asked`])
  expect(screen.queryByRole('button')).toBeNull()
})

it('the line "who will be told" of a moved gig names the deps who were asked and may still say yes', async () => {
  members = [member('Kit', 1, true), member('Mags', 2, true)]
  await show([], '0190a000-0000-7000-8000-0000000000e1')
  expect(await screen.findByText('The other 2, Tom (dep) and Jo (dep) will be told')).toBeTruthy()
})

it('a member without push and mail address is named, and a press copies a text that asks them to turn on notices', async () => {
  const writeText = vi.fn(() => Promise.resolve())
  vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText } })
  await show()
  expect(await screen.findByText('Kit will be told. Mags has no push and no email address.')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Ask Mags to turn on notices' }))
  await waitFor(() => expect(readCurrentToast()).toMatchObject({ title: 'Copied' }))
  expect(writeText).toHaveBeenCalledExactlyOnceWith(
    `Mags, can you turn on notices in Gaffer? Then you hear when a date moves, or the band asks you: ${location.origin}/profile/notices`,
  )
})

it('several members without push and mail address are named in one text that asks them to turn on notices', async () => {
  members = [member('Kit', 1, false), member('Mags', 2, false)]
  await show()
  expect(await screen.findByText('Kit and Mags have no push and no email address')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Ask Kit and Mags to turn on notices' })).toBeTruthy()
})

it('the button to ask four unreachable members shortens their names, and the copied text names all of them', async () => {
  const writeText = vi.fn((_text: string) => Promise.resolve())
  vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText } })
  members = ['Kit', 'Mags', 'Danny', 'Priya'].map((name, at) => member(name, at, false))
  await show()
  fireEvent.click(await screen.findByRole('button', { name: 'Ask Kit, Mags and 2 others to turn on notices' }))
  await waitFor(() => expect(writeText.mock.calls[0]?.[0]).toMatch(/^Kit, Mags, Danny and Priya, can you turn on/))
})

it('without clipboard access, a field shows the text that asks members to turn on notices', async () => {
  vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText: () => Promise.reject(new Error('Refused')) } })
  await show()
  fireEvent.click(await screen.findByRole('button', { name: 'Ask Mags to turn on notices' }))
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Ask Mags to turn on notices' })
  expect(field.value).toContain('/profile/notices')
})
