import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hasSameSong, matchesSongSearch, normalizeTitleAndArtist } from './same-song.ts'

const keyOf = (title: string, artist = 'Blur') => normalizeTitleAndArtist({ title, artist })

test.each([
  ['Song 2', 'SONG 2'],
  ['  Song   2 ', 'Song 2'],
  ['Déjà Vu', 'Deja vu'],
  ['Déjà Vu', 'De\u0301ja\u0300 Vu'],
  ['Don’t Stop', "Don't stop"],
  ['Don’t Stop', 'Dont Stop'],
  ['Rebellion (Lies)', 'Rebellion - Lies'],
  ['Mr. Brightside', 'Mr Brightside'],
  ['Rock & Roll', 'Rock and Roll'],
  ['Empire State of Mind (feat. Alicia Keys)', 'Empire State of Mind'],
  ['Empire State of Mind [ft Alicia Keys]', 'Empire State of Mind'],
  ['Empire State of Mind featuring Alicia Keys', 'Empire State of Mind'],
  ['Straße', 'STRASSE'],
  ['Ｓｏｎｇ ２', 'Song 2'],
  ['Smørrebrød', 'Smorrebrod'],
])('the titles %j and %j are the same song', (one, other) => {
  expect(keyOf(one)).toBe(keyOf(other))
})

test.each([
  ['Florence + The Machine', 'Florence & the Machine'],
  ['Beyoncé feat. JAY-Z', 'Beyonce'],
  ["Guns N' Roses", 'Guns N Roses'],
  ['Mötley Crüe', 'Motley Crue'],
  ['AC/DC', 'AC DC'],
])('the artists %j and %j are the same', (one, other) => {
  expect(keyOf('One', one)).toBe(keyOf('One', other))
})

test.each([
  ['Song 2', 'Song 3'],
  ['???', '!!!'],
  ['🎸', '🥁'],
  ['Ghost Town', 'Ghost Town - Live'],
  ['Soldier', 'Soldiers'],
  ['A Feature', 'A'],
  ['Left', 'Le'],
  ['की', 'का'],
  ['좋은 날', '좋은 밤'],
  ['Defeat', 'De'],
])('the titles %j and %j are different songs', (one, other) => {
  expect(keyOf(one)).not.toBe(keyOf(other))
})

test('normalizeTitleAndArtist keeps "Feat" in the artist Little Feat and distinguishes artists of the same title', () => {
  expect(keyOf('Dixie Chicken', 'Little Feat')).not.toBe(keyOf('Dixie Chicken', 'Little'))
  expect(keyOf('Valerie', 'The Zutons')).not.toBe(keyOf('Valerie', 'Amy Winehouse'))
})

test('normalizeTitleAndArtist differs when a word moves from the title to the artist', () => {
  expect(normalizeTitleAndArtist({ title: 'One Two', artist: 'Three' })).not.toBe(
    normalizeTitleAndArtist({ title: 'One', artist: 'Two Three' }),
  )
})

test('hasSameSong finds a song despite case, accents and spaces, and no song of another artist', () => {
  const list = [{ title: 'Naïve', artist: 'The Kooks' }]
  expect(hasSameSong({ title: 'NAIVE', artist: 'the kooks ' }, list)).toBe(true)
  expect(hasSameSong({ title: 'Naive', artist: 'Kooks' }, list)).toBe(false)
  expect(hasSameSong({ title: 'Naive', artist: 'The Kooks' }, [])).toBe(false)
})

test.each([
  ['sweet', true],
  ['SWEET mine', true],
  ['guns o mine', true],
  ["n' roses", true],
  ['swe', true],
  ['', true],
  ['  ', true],
  ['sweet home', false],
  ['?', false],
])('a search for %j finds "Sweet Child O’ Mine" by Guns N’ Roses: %s', (text, isFound) => {
  expect(matchesSongSearch({ title: 'Sweet Child O’ Mine', artist: "Guns N' Roses" }, text)).toBe(isFound)
})

test('a search finds featured artists and titles of punctuation only', () => {
  expect(matchesSongSearch({ title: 'Deja Vu (feat. JAY-Z)', artist: 'Beyoncé' }, 'jay beyonce')).toBe(true)
  expect(matchesSongSearch({ title: '???', artist: '!!!' }, '??')).toBe(true)
})

test('normalizeTitleAndArtist of a non-blank text is not empty and ignores case and outer spaces', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (text) => {
      fc.pre(text.trim() !== '')
      expect(keyOf(text).split('\n')[0]).not.toBe('')
      expect(keyOf(` ${text.toUpperCase()} `)).toBe(keyOf(text.toUpperCase()))
      expect(keyOf(text.toUpperCase().toLowerCase())).toBe(keyOf(text.toUpperCase()))
    }),
  )
})
