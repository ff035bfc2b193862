import { expect, it } from 'vitest'
import { mapsLinkOf } from './device-links.ts'

it.each([
  ['android', 'geo:0,0?q=The%20Crown%20%26%20Anchor%2C%20%C5%BB%3Fq'],
  ['ios', 'https://maps.apple.com/?q=The%20Crown%20%26%20Anchor%2C%20%C5%BB%3Fq'],
  ['other', 'https://www.openstreetmap.org/search?query=The%20Crown%20%26%20Anchor%2C%20%C5%BB%3Fq'],
] as const)('on %s the maps link has the place percent-encoded', (platform, address) => {
  expect(mapsLinkOf('The Crown & Anchor, Ż?q', platform)).toBe(address)
})
