import { emptyPublicPage, type PublicPage } from '@gaffer/domain/public-page/public-page'
import { publicPageMessages } from '@gaffer/domain/public-page/public-page-messages'
import { messages } from '@gaffer/domain/shared/messages'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { anOwnMembership } from '#testing/membership-fixture.ts'
import { errorResponse } from '#testing/error-response.ts'
import { renderPage } from '#testing/render-page.tsx'
import { dismissToast, readCurrentToast } from '#ui/toast-store.ts'
import { PublicPageForm } from './public-page-form.tsx'

const membership = anOwnMembership({ access: 'owner' })
const stored: PublicPage = {
  ...emptyPublicPage,
  isOn: true,
  slug: 'the-buses',
  version: 4,
  url: 'https://g.example/b/the-buses',
}

let puts: { body: Record<string, unknown>; version: string | null }[]
let previews: Record<string, unknown>[]
let refusal: object | null
/** The page on the server. */
let theirs: PublicPage

beforeEach(() => {
  puts = []
  previews = []
  refusal = null
  theirs = stored
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body, headers }: RequestInit = {}) => {
    if (path.includes('/slugs/taken-one'))
      return Response.json({ isAvailable: false, reason: publicPageMessages.slugTaken })
    if (path.includes('/slugs/')) return Response.json({ isAvailable: true, reason: null })
    const typed = body ? JSON.parse(body as string) : {}
    if (path.endsWith('/preview')) {
      previews.push(typed)
      return Response.json({ html: `<p>${typed.bio}</p>` })
    }
    if (method !== 'PUT') return Response.json(theirs)
    const version = new Headers(headers).get('if-match')
    puts.push({ body: typed, version })
    if (refusal) return Response.json(refusal, { status: 409 })
    if (version !== `"${theirs.version}"`) return errorResponse(412, 'stale')
    return Response.json({ ...theirs, ...typed, version: theirs.version + 1 })
  })
})
afterEach(() => dismissToast())

const show = () => renderPage(<PublicPageForm page={stored} membership={membership} />)
const type = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByRole('textbox', { name: label }), { target: { value } })
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save Page' }))

it('a typed text of the public page is shown in the preview before it is saved, and is saved with the version that was read', async () => {
  await show()
  type(/About the band/, 'Loud and in tune.')
  await waitFor(() => expect(previews.at(-1)?.['bio']).toBe('Loud and in tune.'))
  await waitFor(() =>
    expect(screen.getByTitle('Preview of the public page').getAttribute('srcdoc')).toBe('<p>Loud and in tune.</p>'),
  )
  expect(puts).toEqual([])
  save()
  await waitFor(() => expect(puts).toHaveLength(1))
  expect(puts[0]).toMatchObject({ version: '"4"', body: { isOn: true, slug: 'the-buses', bio: 'Loud and in tune.' } })
})

it('the address field of the public page says during typing whether the band can have the address', async () => {
  await show()
  type('Address', 'taken-one')
  expect(await screen.findByText(publicPageMessages.slugTaken)).toBeTruthy()
  type('Address', 'new-buses')
  expect(await screen.findByText(/You can have it/)).toBeTruthy()
  screen.getByText(/The old address leads to the new one for 90 days/)
  type('Address', 'a b')
  expect(await screen.findByText(publicPageMessages.slugInvalid)).toBeTruthy()
})

it('an address and a switch of the public page that are changed while a save runs stay changed', async () => {
  await show()
  type(/About the band/, 'Loud and in tune.')
  save()
  type('Address', 'new-buses')
  fireEvent.click(screen.getByRole('switch', { name: /The page is on/ }))
  await waitFor(() => expect(readCurrentToast()?.title).toBe('Your page is saved'))
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Address' }).value).toBe('new-buses')
  expect(screen.getByRole<HTMLInputElement>('switch', { name: /The page is on/ }).checked).toBe(false)
})

it('an address of the public page that another band took meanwhile is refused at its field, and the entries stay', async () => {
  await show()
  refusal = { code: 'conflict', message: publicPageMessages.slugTaken }
  type('Address', 'new-buses')
  type(/About the band/, 'Loud.')
  save()
  await waitFor(() =>
    expect(screen.getByRole('textbox', { name: 'Address' }).getAttribute('aria-invalid')).toBe('true'),
  )
  expect((screen.getByRole('textbox', { name: /About the band/ }) as HTMLTextAreaElement).value).toBe('Loud.')
})

it('if another member saved the page meanwhile, the dialog shows what differs, and "Keep mine" merges both versions', async () => {
  await show()
  type(/About the band/, 'Loud and in tune.')
  theirs = { ...stored, hometown: 'Leeds', version: 5 }
  save()
  const dialog = await screen.findByRole('dialog', { name: messages.stale })
  expect(
    within(dialog)
      .getAllByRole('term')
      .map(({ textContent }) => textContent),
  ).toEqual(['About the band', 'Hometown'])
  fireEvent.click(within(dialog).getByRole('button', { name: 'Keep mine' }))
  await waitFor(() => expect(puts).toHaveLength(2))
  expect(puts[1]).toMatchObject({ version: '"5"', body: { hometown: 'Leeds', bio: 'Loud and in tune.' } })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it('if another member saved the page meanwhile, "Keep theirs" shows the page of the other member, and the next save is based on that page', async () => {
  await show()
  type(/About the band/, 'Loud and in tune.')
  theirs = { ...stored, hometown: 'Leeds', version: 5 }
  save()
  fireEvent.click(await screen.findByRole('button', { name: 'Keep theirs' }))
  await waitFor(() => expect(screen.getByRole<HTMLInputElement>('textbox', { name: /Hometown/ }).value).toBe('Leeds'))
  type(/About the band/, 'Quiet.')
  save()
  await waitFor(() => expect(puts).toHaveLength(2))
  expect(puts[1]).toMatchObject({ version: '"5"', body: { hometown: 'Leeds', bio: 'Quiet.' } })
})
