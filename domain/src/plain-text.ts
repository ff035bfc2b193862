// Cleans what people type, once, at the edge: no control, bidi or invisible character reaches the store.
// Knows nothing of markup: "<b>" is three ordinary characters, and pages escape what they show.
import * as z from 'zod/mini'

// Whole sequences in which an invisible character belongs: home-nation flags, joined or coloured emoji, keycaps.
const emoji = [
  String.raw`\u{1F3F4}[\u{E0020}-\u{E007E}]+\u{E007F}`,
  String.raw`\p{Extended_Pictographic}[\uFE0E\uFE0F]?\p{EMod}?(?:\u200D\p{Extended_Pictographic}\uFE0F?\p{EMod}?)*`,
  String.raw`[0-9#*]\uFE0F\u20E3`,
].join('|')

// Everything that shows nothing of its own but can hide or (as bidi controls) reorder what does. Half a surrogate pair is no character.
const unseen = String.raw`[\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\p{Cs}\uFFF9-\uFFFB]`
const control = String.raw`[\x00-\x08\x0E-\x1F\x7F-\x84\x86-\x9F]`

// Most text needs no cleaning (printable ASCII, single spaces), and asking first is several times faster.
const mayNeedCleaning = /[^ -~]|^ |  | $/

const emojiOrUnwanted = new RegExp(`(${emoji})|${unseen}|${control}`, 'gu')
const lineBreak = /\r\n|[\n\v\f\r\x85\u2028\u2029]/g
const spaces = /[\p{Zs}\t]+/gu
// Drawn as a space, but a symbol to Unicode, so that trimming would leave it.
const brailleBlank = /\u2800/g

/** One line of plain text (NFC): line breaks and runs of white space become one space, the ends are trimmed. */
export function cleanLine(text: string): string {
  if (!mayNeedCleaning.test(text)) return text
  return withoutUnwanted(text).replace(lineBreak, ' ').replace(spaces, ' ').trim().normalize('NFC')
}

/** Plain text of several lines (NFC), broken by `\n`: tabs and indents stay, at most one blank line in a row. */
export function cleanText(text: string): string {
  if (!mayNeedCleaning.test(text)) return text
  return withoutUnwanted(text)
    .replace(lineBreak, '\n')
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
    .normalize('NFC')
}

/** Length as limits count it, in code points: what PostgreSQL's char_length says of the same text. */
export function lengthOf(text: string): number {
  let count = 0
  for (const _ of text) count += 1
  return count
}

/** A line that must say something; `missing` is the sentence for an absent, null or blank one. */
export function requiredLine(max: number, missing = 'Required') {
  return z.string(missing).check(
    worthCleaning(max),
    z.overwrite(cleanLine),
    z.refine((text) => text !== '', missing),
    atMost(max),
  )
}

/** A line that null or blank clears: both come out as null. For changes, where absent must mean "as it is". */
export function clearableLine(max: number) {
  return clearable(cleanLine, max)
}

/** Several lines that null or blank clear: both come out as null. */
export function clearableText(max: number) {
  return clearable(cleanText, max)
}

/** A line that may be absent, null or blank; all three come out as null, even inside `z.optional`. */
export function optionalLine(max: number) {
  return z.prefault(clearableLine(max), null)
}

/** Several lines that may be absent, null or blank; all three come out as null. */
export function optionalText(max: number) {
  return z.prefault(clearableText(max), null)
}

function clearable(clean: (text: string) => string, max: number) {
  const cleanOrNull = (text: string | null) => (text === null ? null : clean(text) || null)
  return z.nullable(z.string()).check(worthCleaning(max), z.overwrite(cleanOrNull), atMost(max))
}

function atMost<Text extends string | null>(max: number) {
  return z.refine<Text>((text) => text === null || lengthOf(text) <= max, tooLong(max))
}

/** Megabytes are refused unread: cleaning them would hold up everybody else. */
function worthCleaning<Text extends string | null>(max: number) {
  return z.refine<Text>((text) => text === null || text.length <= max * 10, { error: tooLong(max), abort: true })
}

function tooLong(max: number): string {
  return `Use at most ${max} characters`
}

function withoutUnwanted(text: string): string {
  return text.replace(emojiOrUnwanted, (_, kept: string | undefined) => kept ?? '').replace(brailleBlank, ' ')
}
