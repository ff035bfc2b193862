// Escapes and folds the content lines of iCalendar text (RFC 5545 section 3.1).

/** The most octets in a line, without the line break but with the leading space of a continuation line. */
const maxOctets = 75

/** Escapes a TEXT value (RFC 5545 section 3.3.11). `text` has no control characters but tab and `\n`. */
export function escapeText(text: string): string {
  return /[\\;,\n]/.test(text) ? text.replace(/[\\;,]/g, '\\$&').replaceAll('\n', '\\n') : text
}

/** Formats a content line with CRLF at its end. Folds a long line between code points. */
export function formatContentLine(name: string, value: string): string {
  const line = `${name}:${value}`
  return `${isShortEnough(line) ? line : foldLine(line)}\r\n`
}

function isShortEnough(line: string): boolean {
  // Fast path without counting octets: a UTF-16 unit takes at most three octets in UTF-8.
  return line.length * 3 <= maxOctets || Buffer.byteLength(line) <= maxOctets
}

function foldLine(line: string): string {
  const bytes = Buffer.from(line)
  let folded = ''
  let start = 0
  let room = maxOctets
  while (bytes.length - start > room) {
    let end = start + room
    while (isContinuationByte(bytes[end] ?? 0)) end -= 1
    folded += `${bytes.toString('utf8', start, end)}\r\n `
    start = end
    // Room for the leading space of a continuation line.
    room = maxOctets - 1
  }
  return folded + bytes.toString('utf8', start)
}

/** Whether the byte continues a code point in UTF-8. */
function isContinuationByte(byte: number): boolean {
  return (byte & 0xc0) === 0x80
}
