// A subset of ChordPro (https://www.chordpro.org): title, key, capo, tempo, chorus, verse, bridge, comments, and chords in brackets.
// Lines with other directives or an open bracket are read as plain text.

const metadataNames = { title: 'title', t: 'title', key: 'key', capo: 'capo', tempo: 'tempo' } as const
const commentNames = new Set(['comment', 'c', 'comment_italic', 'ci'])
const sectionNames = {
  chorus: 'chorus',
  c: 'chorus',
  verse: 'verse',
  v: 'verse',
  bridge: 'bridge',
  b: 'bridge',
} as const

export type ChartSection = 'chorus' | 'verse' | 'bridge'
/** A chord stands over the text that follows it. Only the first segment of a line may have no chord. */
export type ChartSegment = { chord: string | null; text: string }
/** `source` is the line as it was typed. */
export type ChartLine =
  | { kind: 'lyrics'; segments: ChartSegment[] }
  | { kind: 'metadata'; name: 'title' | 'key' | 'capo' | 'tempo'; value: string; source: string }
  | { kind: 'comment'; text: string; source: string }
  | { kind: 'begin' | 'end'; section: ChartSection; source: string }
  | { kind: 'text'; text: string }

/** Parses a chart line by line. `formatChordPro` turns the lines back into the same text. */
export function parseChordPro(text: string): ChartLine[] {
  return text.split('\n').map(parseLine)
}

function parseLine(line: string): ChartLine {
  if (line.trimStart().startsWith('{')) return parseDirective(line) ?? { kind: 'text', text: line }
  return parseLyrics(line) ?? { kind: 'text', text: line }
}

function parseDirective(source: string): ChartLine | null {
  const [, name = '', value = ''] = /^\s*\{\s*([a-z_]+)\s*(?:[:\s]\s*([^{}]*?))?\s*\}\s*$/i.exec(source) ?? []
  const lower = name.toLowerCase()
  if (Object.hasOwn(metadataNames, lower)) {
    const known = metadataNames[lower as keyof typeof metadataNames]
    return value === '' ? null : { kind: 'metadata', name: known, value, source }
  }
  if (commentNames.has(lower)) return { kind: 'comment', text: value, source }
  const [, edge, section = ''] = /^(start_of_|end_of_|so|eo)(\w+)$/.exec(lower) ?? []
  if (!edge || !Object.hasOwn(sectionNames, section)) return null
  const kind = edge.startsWith('s') ? 'begin' : 'end'
  return { kind, section: sectionNames[section as keyof typeof sectionNames], source }
}

/** The line as chords and lyrics; null if a bracket is not closed. */
function parseLyrics(line: string): ChartLine | null {
  const [before = '', ...rest] = line.split('[')
  const segments: ChartSegment[] = before === '' && rest.length > 0 ? [] : [{ chord: null, text: before }]
  for (const part of rest) {
    const end = part.indexOf(']')
    if (end < 0) return null
    segments.push({ chord: part.slice(0, end), text: part.slice(end + 1) })
  }
  return { kind: 'lyrics', segments }
}

/** The text of a parsed chart: reverses `parseChordPro`. */
export function formatChordPro(lines: readonly ChartLine[]): string {
  return lines.map(formatLine).join('\n')
}

function formatLine(line: ChartLine): string {
  if (line.kind === 'text') return line.text
  if (line.kind !== 'lyrics') return line.source
  return line.segments.map(({ chord, text }) => (chord === null ? text : `[${chord}]${text}`)).join('')
}

/** The last value of a directive such as {key: G}; null without one. */
export function findMetadata(lines: readonly ChartLine[], name: 'title' | 'key' | 'capo' | 'tempo'): string | null {
  return lines.flatMap((line) => (line.kind === 'metadata' && line.name === name ? [line.value] : [])).at(-1) ?? null
}

/** The fret of the capo with which the written chords are played, from {capo: 2}; 0 without one. */
export function findWrittenCapo(lines: readonly ChartLine[]): number {
  const fret = Number(findMetadata(lines, 'capo') ?? 0)
  return Number.isInteger(fret) && fret > 0 ? fret : 0
}
