import { expect, it } from 'vitest'
import { phoneLinkOf } from './device-links.ts'

it.each([
  ['0113 496 0142', 'tel:01134960142'],
  ['+44 (0)20 7946-0018', 'tel:+442079460018'],
  ['(0113) 496.0142', 'tel:01134960142'],
])('the link of %s dials %s', (phone, link) => expect(phoneLinkOf(phone)).toBe(link))
