// Adds a recording of the last practice to the demo, with computed sound: two songs of plucked chords.

import { addDays } from '@gaffer/domain/shared/dates'
import type { CalendarEntry } from '@gaffer/domain/events/event'
import type { Recording } from '@gaffer/domain/recordings/recording'
import type { Song } from '@gaffer/domain/songs/song'
import type { Demo } from './band-additions.ts'

const samplesPerSecond = 8000
/** The notes of each chord in hertz. A chord lasts a bar. */
const chords = [
  [196, 247, 294, 392],
  [165, 196, 247, 330],
  [131, 165, 196, 262],
  [147, 185, 220, 294],
]
const noteSeconds = 0.25
const notesPerBar = 8

const marks = [
  { title: 'Valerie', atSeconds: 0 },
  { title: 'Dakota', atSeconds: 16 },
]
const recordingSeconds = 32

export async function addRecording({ band, personOf, day }: Demo): Promise<void> {
  const [kit, priya] = [personOf('Kit'), personOf('Priya')]
  const path = `/api/bands/${band.id}`
  const date = addDays(day, -7)
  const events = await kit.call<CalendarEntry[]>('GET', `${path}/events?startDate=${date}&endDate=${date}`)
  const songs = await kit.call<Song[]>('GET', `${path}/songs`)
  const idOf = (title: string) => songs.find((song) => song.title === title)?.id
  const uploadId = await kit.upload(band.id, {
    filename: 'Last practice.wav',
    purpose: 'recording',
    bytes: createSound(),
  })
  const recording = await kit.call<Recording>('POST', `${path}/recordings`, {
    uploadId,
    eventId: events.find(({ type }) => type === 'practice')?.id,
    name: 'Last practice, second half',
    recordedAt: `${date}T20:45:00Z`,
    marks: marks.map(({ title, atSeconds }) => ({ songId: idOf(title), atSeconds })),
    agreed: true,
  })
  await priya.call('POST', `${path}/notes`, {
    about: { kind: 'recording', id: recording.id },
    atSeconds: 20,
    text: 'This is where we slow down. Listen to the hi-hat.',
  })
}

/** Creates a WAV file: mono, 8 bit. */
function createSound(): Buffer {
  const sampleCount = recordingSeconds * samplesPerSecond
  const header = Buffer.alloc(44)
  header.write('RIFF')
  header.writeUInt32LE(36 + sampleCount, 4)
  header.write('WAVEfmt ', 8)
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(samplesPerSecond, 24)
  header.writeUInt32LE(samplesPerSecond, 28)
  header.writeUInt16LE(1, 32)
  header.writeUInt16LE(8, 34)
  header.write('data', 36)
  header.writeUInt32LE(sampleCount, 40)
  return Buffer.concat([
    header,
    Uint8Array.from({ length: sampleCount }, (_, at) => computeSample(at / samplesPerSecond)),
  ])
}

/** The 8-bit sample at the time `seconds`: the higher notes of the chord, in turn, over its lowest note. Each note fades. */
function computeSample(seconds: number): number {
  const note = Math.floor(seconds / noteSeconds)
  const chord = chords[Math.floor(note / notesPerBar) % chords.length] ?? []
  const pluck = (hertz: number, since: number) => Math.sin(2 * Math.PI * hertz * seconds) * Math.exp(-4 * since)
  const bass = pluck(chord[0] ?? 0, seconds % (noteSeconds * notesPerBar))
  const top = pluck(chord[1 + (note % 3)] ?? 0, seconds % noteSeconds)
  return 128 + Math.round(40 * bass + 40 * top)
}
