import { expect, it } from 'vitest'
import { anOwnMembership } from '#testing/membership-fixture.ts'
import { renderPage } from '#testing/render-page.tsx'
import { BandAvatar } from './avatars.tsx'

const membership = anOwnMembership({ color: '#dc2626', icon: 'drum' })

async function show(avatarUrl: string | null) {
  const band = { ...membership.band, avatarUrl }
  const { container } = await renderPage(<BandAvatar membership={{ ...membership, band }} size="md" />)
  return container
}

it('a band without a picture shows the icon and the colour of the user’s membership, and no letters', async () => {
  const container = await show(null)
  expect(container.querySelector('svg.lucide-drum')).not.toBeNull()
  expect(container.querySelector('span')?.style.backgroundColor).toBe('#dc2626')
  expect(container.textContent).toBe('')
})

it('a band with a picture shows the picture and no icon', async () => {
  const container = await show('/images/bus.webp')
  expect(container.querySelector('img')?.getAttribute('src')).toBe('/images/bus.webp')
  expect(container.querySelector('svg')).toBeNull()
})
