import { expect, test } from 'vitest'
import { nameIfAllowedInMail, nameIfAllowedInText } from './names-in-messages.ts'

test.each([
  ['The Night Buses', 'The Night Buses'],
  ["Guns N' Roses", "Guns N' Roses"],
  ['Guns N’ Roses', "Guns N' Roses"],
  ['Blink-182', 'Blink-182'],
  ['The 1975', 'The 1975'],
  ['Tom & Jerry', 'Tom & Jerry'],
  ['Motörhead', 'Motörhead'],
  ['Sigur Rós', 'Sigur Rós'],
  ['Кино', 'Кино'],
  ['ＡＢＢＡ', 'ABBA'],
  ['The\u00a0 Foxes', 'The Foxes'],
])('nameIfAllowedInText of %j is %j', (name, shown) => {
  expect(nameIfAllowedInText(name)).toBe(shown)
})

test.each([
  'verify at 1.1.1.1/x',
  'evil．com',
  'evil。com',
  'evil\u2024com',
  'evil.com',
  'https://evil.example',
  'evil[.]com',
  'www.evil',
  'pay@evil.example',
  'Call 09061234567 now',
  'Call 0906 123 4567 now',
  'Call 0906-123-4567',
  'Call ０９０６１２３４５６７',
  'Call ٠٩٠٦١',
  '1 2 3 4 5',
  '12345',
  "12'34&5",
  'AC/DC',
  'Wham!',
  '<b>Foxes</b>',
  'Foxes: reply YES',
  '🎸',
  "'-&",
  '',
])('nameIfAllowedInText of %j is null', (name) => {
  expect(nameIfAllowedInText(name)).toBeNull()
})

test.each([
  'AC/DC',
  'Wham!',
  'R.E.M.',
  'Mr. Brightside',
  'Ms. Jones & Co.',
  'M.I.A.',
  'The 1975',
  '🎸',
  'Guns N’ Roses',
])('nameIfAllowedInMail of %j is the name unchanged', (name) => {
  expect(nameIfAllowedInMail(name)).toBe(name)
})

test.each([
  'verify at 1.1.1.1/x',
  'evil．com',
  'evil。com',
  'evil\u2024com',
  'Win at evil.example',
  'WWW.evil',
  'Refund//gov.uk/pay',
  'éviter.рф',
  'https://evil',
  'pay@evil',
  'Call 09061234567 now',
  'Call 0906 123 4567 now',
])('nameIfAllowedInMail of %j is null', (name) => {
  expect(nameIfAllowedInMail(name)).toBeNull()
})
