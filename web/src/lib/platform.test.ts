import { expect, it } from 'vitest'
import { platformOf } from './device-links.ts'

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
