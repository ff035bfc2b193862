import { emptyPublicPage, type PublicPage } from '@gaffer/domain/public-page/public-page'
import { publicPageMessages } from '@gaffer/domain/public-page/public-page-messages'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { anOwnMembership } from '#testing/membership-fixture.ts'
import { renderPage } from '#testing/render-page.tsx'
import { dismissToast } from '#ui/toast-store.ts'
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

beforeEach(() => {
  puts = []
  previews = []
  refusal = null
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body, headers }: RequestInit = {}) => {
    if (path.includes('/slugs/taken-one'))
      return Response.json({ isAvailable: false, reason: publicPageMessages.slugTaken })
    if (path.includes('/slugs/')) return Response.json({ isAvailable: true, reason: null })
    const typed = body ? JSON.parse(body as string) : {}
    if (path.endsWith('/preview')) {
      previews.push(typed)
      return Response.json({ html: `<p>${typed.bio}</p>` })
    }
    if (method !== 'PUT') return Response.json({})
    puts.push({ body: typed, version: new Headers(headers).get('if-match') })
    if (refusal) return Response.json(refusal, { status: 409 })
    return Response.json({ ...stored, ...typed, version: 5 })
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
