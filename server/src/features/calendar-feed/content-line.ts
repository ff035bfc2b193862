// One line of iCalendar as RFC 5545 section 3.1 wants it: folded, ended by CRLF, its text escaped.
// Knows no property and no event.

/** Octets a line may have before its line break; a continuation's leading space is one of them. */
const maxOctets = 75

/** The escapes of a TEXT value (RFC 5545 section 3.3.11). Comes clean of control characters other than tab and `\n`. */
export function escapeText(text: string): string {
  return /[\\;,\n]/.test(text) ? text.replace(/[\\;,]/g, '\\$&').replaceAll('\n', '\\n') : text
}

/** `name:value` with its CRLF, folded between code points, never inside one. */
export function contentLine(name: string, value: string): string {
  const line = `${name}:${value}`
  return `${fits(line) ? line : fold(line)}\r\n`
}

function fits(line: string): boolean {
  // A UTF-16 unit takes at most three octets, so short lines need no count.
  return line.length * 3 <= maxOctets || Buffer.byteLength(line) <= maxOctets
}

/** Cuts every 75 octets, or up to three earlier where that would be inside a code point. */
function fold(line: string): string {
  const bytes = Buffer.from(line)
  let folded = ''
  let start = 0
  let room = maxOctets
  while (bytes.length - start > room) {
    let end = start + room
    while (isContinuation(bytes[end] ?? 0)) end -= 1
    folded += `${bytes.toString('utf8', start, end)}\r\n `
    start = end
    // The leading space of the next line.
    room = maxOctets - 1
  }
  return folded + bytes.toString('utf8', start)
}

/** Whether the byte continues a code point in UTF-8. */
function isContinuation(byte: number): boolean {
  return (byte & 0xc0) === 0x80
}
