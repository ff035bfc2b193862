import { expect, test } from 'vitest'
import { monogramOf } from './monogram.ts'

test.each([
  ['The Night Buses', 'NB'],
  ['Thermal', 'TH'],
  ['The The', 'TH'],
  ['the', 'TH'],
  ['  élan   vital club ', 'ÉV'],
  ['👩‍🎤 Stars', '👩‍🎤S'],
  ['X', 'X'],
])('the monogram of "%s" is %s', (name, monogram) => expect(monogramOf(name)).toBe(monogram))
