import { expect, it } from 'vitest'
import { makeSubscribeLink } from './subscribe-dialog.tsx'

const url = 'https://gaffer.example/feeds/abc.ics'
const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15'
const desktop = 'Mozilla/5.0 (X11; Linux x86_64) Chrome/150.0'
const android = 'Mozilla/5.0 (Linux; Android 16; Pixel 9) Chrome/150.0 Mobile'

it.each([phone, desktop])('the subscribe link outside Android is a webcal link: %s', (userAgent) => {
  expect(makeSubscribeLink(url, { userAgent, maxTouchPoints: 0 })).toEqual({
    href: 'webcal://gaffer.example/feeds/abc.ics',
    label: 'Add to your calendar',
  })
})

it('the subscribe link on Android opens Google Calendar with the address of the feed', () => {
  expect(makeSubscribeLink(url, { userAgent: android, maxTouchPoints: 5 })).toEqual({
    href: 'https://calendar.google.com/calendar/r?cid=webcal%3A%2F%2Fgaffer.example%2Ffeeds%2Fabc.ics',
    label: 'Add to Google Calendar',
  })
})
