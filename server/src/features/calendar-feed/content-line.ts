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

function fold(line: string): string {
  let folded = ''
  let octets = 0
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (octets + size > maxOctets) {
      folded += '\r\n '
      octets = 1
    }
    folded += character
    octets += size
  }
  return folded
}
