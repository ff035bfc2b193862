// The text of a note: plain text of several lines, in which web addresses become links.

import * as z from 'zod/mini'
import { limits } from '@gaffer/domain/shared/limits'
import { cleanText, codePointLength } from '@gaffer/domain/shared/plain-text'
import { noteMessages } from './note-messages.ts'

const tooLongMessage = `Use at most ${limits.noteLength} characters`

export const NoteText = z.string(noteMessages.noteRequired).check(
  z.refine((text) => text.length <= limits.noteLength * 10, { error: tooLongMessage, abort: true }),
  z.overwrite(cleanText),
  z.refine((text) => text !== '', noteMessages.noteRequired),
  z.refine((text) => codePointLength(text) <= limits.noteLength, tooLongMessage),
)

/** `href` is the address of a link; null for other text. */
export type NoteTextPart = { text: string; href: string | null }

// A link has no white space, quotes or angle brackets. Punctuation that ends the sentence is not part of it.
const linkPattern = /https?:\/\/[\p{L}\p{N}[][^\s<>"“”]*/giu
const endOfSentence = /[.,;:!?'’)\]]+$/

/** Splits a text into links and other text. Only addresses that begin with http:// or https:// are links. */
export function splitNoteText(text: string): NoteTextPart[] {
  const parts: NoteTextPart[] = []
  let end = 0
  for (const { 0: found, index } of text.matchAll(linkPattern)) {
    const link = removeEndOfSentence(found)
    if (index > end) parts.push({ text: text.slice(end, index), href: null })
    parts.push({ text: link, href: link })
    end = index + link.length
  }
  if (end < text.length) parts.push({ text: text.slice(end), href: null })
  return parts
}

/** Removes punctuation at the end, except the closing bracket of an address such as https://en.wikipedia.org/wiki/Air_(band). */
function removeEndOfSentence(found: string): string {
  const link = found.replace(endOfSentence, '')
  const isOpen = link.split('(').length > link.split(')').length
  return isOpen && found.charAt(link.length) === ')' ? `${link})` : link
}
