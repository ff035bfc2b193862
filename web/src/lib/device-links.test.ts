import { expect, it } from 'vitest'
import { mapsLinkOf, phoneLinkOf, platformOf } from './device-links.ts'

const android = 'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36'
const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Version/19.0 Mobile Safari'
const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/19.0 Safari/605.1.15'

it.each([
  ['an Android phone', android, 5, 'android'],
  ['an iPhone', iphone, 5, 'ios'],
  ['an iPad, which calls itself a Mac', mac, 5, 'ios'],
  ['a Mac', mac, 0, 'other'],
  ['Firefox on Windows', 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0', 10, 'other'],
])('platformOf recognises %s', (_device, userAgent, maxTouchPoints, platform) => {
  expect(platformOf({ userAgent, maxTouchPoints })).toBe(platform)
})

it.each([
  ['android', 'geo:0,0?q=The%20Crown%20%26%20Anchor%2C%20%C5%BB%3Fq'],
  ['ios', 'https://maps.apple.com/?q=The%20Crown%20%26%20Anchor%2C%20%C5%BB%3Fq'],
  ['other', 'https://www.openstreetmap.org/search?query=The%20Crown%20%26%20Anchor%2C%20%C5%BB%3Fq'],
] as const)('on %s the maps link has the place percent-encoded', (platform, address) => {
  expect(mapsLinkOf('The Crown & Anchor, Ż?q', platform)).toBe(address)
})

it.each([
  ['0113 496 0142', 'tel:01134960142'],
  ['+44 (0)20 7946-0018', 'tel:+442079460018'],
  ['(0113) 496.0142', 'tel:01134960142'],
])('the link of %s dials %s', (phone, link) => expect(phoneLinkOf(phone)).toBe(link))
