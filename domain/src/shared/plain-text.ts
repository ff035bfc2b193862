// Removes control, bidi and invisible characters from input. Markup stays: "<b>" is text, and pages escape their output.
import * as z from 'zod/mini'

// Emoji sequences that contain invisible characters: flags of England, Scotland and Wales, ZWJ sequences, skin tones, keycaps.
const emojiPattern = [
  String.raw`\u{1F3F4}[\u{E0020}-\u{E007E}]+\u{E007F}`,
  String.raw`\p{Extended_Pictographic}[\uFE0E\uFE0F]?\p{EMod}?(?:\u200D\p{Extended_Pictographic}\uFE0F?\p{EMod}?)*`,
  String.raw`[0-9#*]\uFE0F\u20E3`,
].join('|')

// Invisible characters, bidi controls (which reorder text), noncharacters and lone surrogates.
const invisibleCharacters = String.raw`[\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\p{Cs}\uFFF9-\uFFFB]`
const controlCharacters = String.raw`[\x00-\x08\x0E-\x1F\x7F-\x84\x86-\x9F]`

// Text without a match (printable ASCII, single spaces) needs no cleaning. Most text has none, and this check is several times faster.
const unusualCharacters = /[^ -~]|^ |  | $/

const emojiOrUnwanted = new RegExp(`(${emojiPattern})|${invisibleCharacters}|${controlCharacters}`, 'gu')
const lineBreak = /\r\n|[\n\v\f\r\x85\u2028\u2029]/g
const spaces = /[\p{Zs}\t]+/gu
// Looks like a space, but Unicode classifies it as a symbol, so trim() keeps it.
const brailleBlank = /\u2800/g

/** One line of plain text (NFC): line breaks and runs of white space become one space, the ends are trimmed. */
export function cleanLine(text: string): string {
  if (!unusualCharacters.test(text)) return text
  return removeUnwantedCharacters(text).replace(lineBreak, ' ').replace(spaces, ' ').trim().normalize('NFC')
}

/** Plain text of several lines (NFC), broken by `\n`: tabs and indents stay, at most one blank line in a row. */
export function cleanText(text: string): string {
  if (!unusualCharacters.test(text)) return text
  return removeUnwantedCharacters(text)
    .replace(lineBreak, '\n')
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
    .normalize('NFC')
}

/** Length in code points, like PostgreSQL's char_length. */
export function codePointLength(text: string): number {
  let count = 0
  for (const _ of text) count += 1
  return count
}

/** The beginning of a text on one line: at most `maxCodePoints` code points, with an ellipsis if there is more. */
export function shorten(text: string, maxCodePoints: number): string {
  const characters = [...text.replaceAll(/\s+/g, ' ')]
  if (characters.length <= maxCodePoints) return characters.join('')
  return `${characters
    .slice(0, maxCodePoints - 1)
    .join('')
    .trimEnd()}…`
}

/** A required line. `missingMessage` is the message for an absent, null or blank value. */
export function createRequiredLineSchema(maxCodePoints: number, missingMessage = 'Required') {
  return z.string(missingMessage).check(
    refuseVeryLongText(maxCodePoints),
    z.overwrite(cleanLine),
    z.refine((text) => text !== '', missingMessage),
    checkMaxLength(maxCodePoints),
  )
}

/** A line that a PATCH can clear: null and blank become null. Absent is refused unless the schema is inside `z.optional`. */
export function createClearableLineSchema(maxCodePoints: number) {
  return createClearableSchema(cleanLine, maxCodePoints)
}

/** `createClearableLineSchema` for several lines. */
export function createClearableTextSchema(maxCodePoints: number) {
  return createClearableSchema(cleanText, maxCodePoints)
}

/** An optional line: absent, null and blank become null, even inside `z.optional`. */
export function createOptionalLineSchema(maxCodePoints: number) {
  return z.prefault(createClearableLineSchema(maxCodePoints), null)
}

/** `createOptionalLineSchema` for several lines. */
export function createOptionalTextSchema(maxCodePoints: number) {
  return z.prefault(createClearableTextSchema(maxCodePoints), null)
}

function createClearableSchema(clean: (text: string) => string, maxCodePoints: number) {
  const cleanOrNull = (text: string | null) => (text === null ? null : clean(text) || null)
  return z
    .nullable(z.string())
    .check(refuseVeryLongText(maxCodePoints), z.overwrite(cleanOrNull), checkMaxLength(maxCodePoints))
}

function checkMaxLength<Text extends string | null>(maxCodePoints: number) {
  return z.refine<Text>(
    (text) => text === null || codePointLength(text) <= maxCodePoints,
    tooLongMessage(maxCodePoints),
  )
}

/** Refuses very long text without cleaning it, which would block the event loop. */
function refuseVeryLongText<Text extends string | null>(maxCodePoints: number) {
  return z.refine<Text>((text) => text === null || text.length <= maxCodePoints * 10, {
    error: tooLongMessage(maxCodePoints),
    abort: true,
  })
}

function tooLongMessage(maxCodePoints: number): string {
  return `Use at most ${maxCodePoints} characters`
}

function removeUnwantedCharacters(text: string): string {
  return text.replace(emojiOrUnwanted, (_, kept: string | undefined) => kept ?? '').replace(brailleBlank, ' ')
}
