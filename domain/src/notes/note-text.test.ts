import { expect, test } from 'vitest'
import { limits } from '@gaffer/domain/shared/limits'
import { NoteText, splitNoteText } from './note-text.ts'

const linksIn = (text: string) => splitNoteText(text).flatMap(({ href }) => href ?? [])

test('NoteText removes control and bidi characters, and keeps line breaks and HTML tags as text', () => {
  expect(NoteText.parse(' Be\u202Ethere\u0000\r\n<b>early</b>\n')).toBe('Bethere\n<b>early</b>')
})

test('NoteText accepts 2,000 characters, counting an emoji as one, and refuses blank text, 2,001 characters and a number', () => {
  expect(NoteText.safeParse('x'.repeat(limits.noteLength)).success).toBe(true)
  expect(NoteText.safeParse('🎸'.repeat(limits.noteLength)).success).toBe(true)
  for (const text of ['', ' \n ', 'x'.repeat(limits.noteLength + 1), 5])
    expect(NoteText.safeParse(text).success).toBe(false)
})

test.each([
  ['See https://example.org/a?b=c#d.', ['https://example.org/a?b=c#d']],
  ['(http://example.org/x)', ['http://example.org/x']],
  [
    'https://en.wikipedia.org/wiki/Air_(band), then HTTPS://example.org!',
    ['https://en.wikipedia.org/wiki/Air_(band)', 'HTTPS://example.org'],
  ],
  ['javascript:alert(1) data:text/html,x ftp://example.org www.example.org', []],
  ['https:// alone', []],
  ['<a href="https://example.org">', ['https://example.org']],
])('the links in %s are %j', (text, expected) => {
  expect(linksIn(text)).toEqual(expected)
})

test('the parts of a note’s text, joined, are the text', () => {
  const text = 'Now https://example.org, and\nhttps://example.com/x).'
  expect(
    splitNoteText(text)
      .map((part) => part.text)
      .join(''),
  ).toBe(text)
})
