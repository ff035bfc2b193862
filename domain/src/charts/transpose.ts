// Transposes chords. Black keys are spelt as the new key spells them: B flat in F, A sharp in B.

import { findMetadata, findWrittenCapo, type ChartLine } from './chordpro.ts'

const naturals: Record<string, number> = { C: 0, D: 2, E: 4, F: 5, G: 7, A: 9, B: 11 }
const accidentals: Record<string, number> = { '': 0, '#': 1, '♯': 1, b: -1, '♭': -1 }
const sharps = ['C', 'C#', 'D', 'D#', 'E', 'F', 'F#', 'G', 'G#', 'A', 'A#', 'B']
const flats = ['C', 'Db', 'D', 'Eb', 'E', 'F', 'Gb', 'G', 'Ab', 'A', 'Bb', 'B']
/** The usual name of each key, which is the name with the fewest accidentals. */
const majorKeys = ['C', 'Db', 'D', 'Eb', 'E', 'F', 'F#', 'G', 'Ab', 'A', 'Bb', 'B']
const minorKeys = ['C', 'C#', 'D', 'Eb', 'E', 'F', 'F#', 'G', 'G#', 'A', 'Bb', 'B']
const majorKeysWithFlats = new Set(['F', 'Bb', 'Eb', 'Ab', 'Db', 'Gb'])
const minorKeysWithFlats = new Set(['D', 'G', 'C', 'F', 'Bb', 'Eb'])

const notePattern = '[A-G][#b♯♭]?'
const chordPattern = new RegExp(
  `^(${notePattern})((?:maj|min|dim|aug|sus|add|omit|no|[mM+°ø^Δ-]|[0-9#b♯♭(),])*)(?:/(${notePattern}))?$`,
)
const keyPattern = new RegExp(`^(${notePattern})\\s*(m|min|minor)?(?:\\s*(?:maj|major))?$`)

type Spelling = readonly string[]

/** Whether the text in brackets is a chord; other texts, such as [Intro], are never transposed. */
export function isChord(text: string): boolean {
  return chordPattern.test(text)
}

function pitchOf(note: string): number {
  return ((naturals[note.charAt(0)] ?? 0) + (accidentals[note.slice(1)] ?? 0) + 12) % 12
}

const modulo12 = (semitones: number) => ((semitones % 12) + 12) % 12

/**
 * The key raised by `semitones`, by its usual name; a multiple of 12 keeps the spelling of `key`. Null if `key` is not a key.
 */
export function transposeKey(key: string, semitones: number): string | null {
  const [, note, minor] = keyPattern.exec(key.trim()) ?? []
  if (note === undefined) return null
  if (modulo12(semitones) === 0) return note + (minor ? 'm' : '')
  const pitch = modulo12(pitchOf(note) + semitones)
  return minor ? `${minorKeys[pitch]}m` : (majorKeys[pitch] ?? null)
}

function spellingOf(key: string): Spelling {
  const isMinor = key.endsWith('m')
  return (isMinor ? minorKeysWithFlats : majorKeysWithFlats).has(isMinor ? key.slice(0, -1) : key) ? flats : sharps
}

function transposeChord(chord: string, semitones: number, spelling: Spelling): string {
  const [, root, quality = '', bass] = chordPattern.exec(chord) ?? []
  if (root === undefined) return chord
  const transposeNote = (note: string) => spelling[modulo12(pitchOf(note) + semitones)] ?? note
  return transposeNote(root) + quality + (bass === undefined ? '' : `/${transposeNote(bass)}`)
}

/** The key that a chart names, else the key of its first chord; null without either. */
export function findKey(lines: readonly ChartLine[]): string | null {
  const named = findMetadata(lines, 'key')
  const key = named === null ? null : transposeKey(named, 0)
  if (key !== null) return key
  const chords = lines.flatMap((line) => (line.kind === 'lyrics' ? line.segments.map(({ chord }) => chord) : []))
  const first = chords.find((chord) => chord !== null && isChord(chord))
  const [, root, minor] = /^([A-G][#b♯♭]?)(m(?!aj))?/.exec(first ?? '') ?? []
  return root === undefined ? null : root + (minor ?? '')
}

/**
 * The chart raised by `semitones`, with chord shapes for a capo at fret `capo`; null is the capo that the chart names. Each fret above the
 * chart's own capo lowers the shapes by a semitone, each fret below raises them.
 * Lines with directives stay as they were written, and so does a chart without a key and chords.
 */
export function transposeChart(
  lines: readonly ChartLine[],
  { semitones = 0, capo = null }: { semitones?: number; capo?: number | null },
): ChartLine[] {
  const writtenCapo = findWrittenCapo(lines)
  const shift = semitones - ((capo ?? writtenCapo) - writtenCapo)
  const key = findKey(lines)
  const shownKey = key === null ? null : transposeKey(key, shift)
  if (modulo12(shift) === 0 || shownKey === null) return [...lines]
  const spelling = spellingOf(shownKey)
  return lines.map((line) =>
    line.kind === 'lyrics'
      ? {
          ...line,
          segments: line.segments.map(({ chord, text }) => ({
            chord: chord === null ? null : transposeChord(chord, shift, spelling),
            text,
          })),
        }
      : line,
  )
}
