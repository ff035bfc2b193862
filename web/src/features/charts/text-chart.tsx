// Shows a text chart. Each chord is over its syllable at any text size and width, also where a line wraps.

/* oxlint-disable react/no-array-index-key -- Lines, words and syllables have no key but their position. */

import {
  findMetadata,
  findWrittenCapo,
  parseChordPro,
  type ChartLine,
  type ChartSection,
  type ChartSegment,
} from '@gaffer/domain/charts/chordpro'
import { findKey, transposeChart, transposeKey } from '@gaffer/domain/charts/transpose'
import { clsx } from 'clsx'
import { useMemo } from 'react'

export type ChartTextFormat = 'plain' | 'chordpro'

type Props = {
  text: string
  format: ChartTextFormat
  /** The semitones by which the chords are transposed up. */
  semitones?: number
  /** The fret of the member's capo; null is the capo of the chart. The chords shown are the shapes to play with it. */
  capo?: number | null
  /** The size of the words, in rem. */
  size?: number
}

export function TextChart({ text, format, semitones = 0, capo = null, size = 1 }: Props) {
  const fontSize = `${size}rem`
  if (format === 'plain') {
    return (
      <pre style={{ fontSize }} className="font-mono leading-snug break-words whitespace-pre-wrap">
        {text}
      </pre>
    )
  }
  return <ChordProChart text={text} semitones={semitones} capo={capo} fontSize={fontSize} />
}

type ChordProProps = { text: string; semitones: number; capo: number | null; fontSize: string }

function ChordProChart({ text, semitones, capo, fontSize }: ChordProProps) {
  const { facts, blocks } = useMemo(() => {
    const lines = parseChordPro(text)
    return {
      facts: listChartFacts(lines, semitones, capo),
      blocks: groupBySection(transposeChart(lines, { semitones, capo })),
    }
  }, [text, semitones, capo])
  return (
    <div style={{ fontSize }} className="grid grid-cols-1 leading-snug">
      {facts.length > 0 && <p className="mb-2 text-[0.85em] font-medium text-muted">{facts.join(' · ')}</p>}
      {blocks.map((block, at) => (
        <TextChartBlock key={at} block={block} />
      ))}
    </div>
  )
}

type ShownLine = Exclude<ChartLine, { kind: 'begin' | 'end' | 'metadata' }>
type ChartBlock = { section: ChartSection | null; lines: ShownLine[] }

/** Groups the lines by section; drops section directives and metadata. */
function groupBySection(lines: readonly ChartLine[]): ChartBlock[] {
  const blocks: ChartBlock[] = [{ section: null, lines: [] }]
  for (const line of lines) {
    if ('section' in line) blocks.push({ section: line.kind === 'begin' ? line.section : null, lines: [] })
    else if (line.kind !== 'metadata') blocks.at(-1)?.lines.push(line)
  }
  return blocks.filter(({ lines: shown }) => shown.length > 0)
}

function listChartFacts(lines: readonly ChartLine[], semitones: number, capo: number | null): string[] {
  const key = findKey(lines)
  const tempo = findMetadata(lines, 'tempo')
  const fret = capo ?? findWrittenCapo(lines)
  return [
    key && `Key ${transposeKey(key, semitones) ?? key}`,
    fret > 0 && `Capo ${fret}`,
    tempo && `${tempo} bpm`,
  ].filter((fact): fact is string => Boolean(fact))
}

const sectionNames: Record<ChartSection, string> = { chorus: 'Chorus', verse: 'Verse', bridge: 'Bridge' }

function TextChartBlock({ block: { section, lines } }: { block: ChartBlock }) {
  return (
    <div
      className={clsx(
        'grid grid-cols-1',
        section && 'my-1.5 border-l-3 pl-3',
        section === 'chorus' ? 'border-accent' : 'border-control',
      )}
    >
      {section && <p className="text-[0.75em] font-semibold text-muted">{sectionNames[section]}</p>}
      {lines.map((line, at) => (
        <TextChartLine key={at} line={line} />
      ))}
    </div>
  )
}

function TextChartLine({ line }: { line: ShownLine }) {
  if (line.kind === 'comment') return <p className="text-muted italic">{line.text}</p>
  if (line.kind === 'text') return <p className="min-h-[1.375em] break-words whitespace-pre-wrap">{line.text}</p>
  const hasChords = line.segments.some(({ chord }) => chord !== null)
  if (!hasChords)
    return <p className="min-h-[1.375em] break-words whitespace-pre-wrap">{joinSegmentTexts(line.segments)}</p>
  return (
    <p className="flex flex-wrap items-end whitespace-pre">
      {splitIntoWords(line.segments).map((word, at) => (
        <span key={at} className="inline-flex max-w-full items-end">
          {word.map(({ chord, text }, part) => (
            <span key={part} className="inline-grid min-w-0">
              <span className="pr-[0.35em] font-semibold text-accent">{chord ?? '\u00A0'}</span>
              <span className="min-h-[1.375em] whitespace-pre-wrap">{text}</span>
            </span>
          ))}
        </span>
      ))}
    </p>
  )
}

const joinSegmentTexts = (segments: readonly ChartSegment[]) => segments.map(({ text }) => text).join('')

/** Splits a line into words, each with the chords over its syllables, so that the line wraps only between words. */
export function splitIntoWords(segments: readonly ChartSegment[]): ChartSegment[][] {
  const words: ChartSegment[][] = [[]]
  for (const { chord, text } of segments) {
    const pieces = text.match(/\s*\S+\s*|\s+/g) ?? ['']
    for (const [at, piece] of pieces.entries()) {
      const word = words.at(-1) as ChartSegment[]
      word.push({ chord: at === 0 ? chord : null, text: piece })
      if (/\s$/.test(piece) || piece === '') words.push([])
    }
  }
  return words.filter((word) => word.length > 0)
}
