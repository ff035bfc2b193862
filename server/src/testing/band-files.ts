import { randomUUIDv7 } from 'node:crypto'
import type { BandFileInput } from '@gaffer/domain/band-file/band-file-input'
import { bandFileVersion } from '@gaffer/domain/band-file/band-file-version'

export type BandFileMember = NonNullable<BandFileInput['members']>[number]
export type BandFileSong = NonNullable<BandFileInput['songs']>[number]
export type BandFileEvent = NonNullable<BandFileInput['events']>[number]

type FileNote = NonNullable<BandFileInput['notes']>[number]

/** The smallest valid file, with these parts. */
export function aBandFile(parts: Partial<BandFileInput> = {}): BandFileInput {
  return {
    schema: 'gaffer-band',
    schemaVersion: bandFileVersion,
    exportedAt: '2027-01-01T12:00:00.000Z',
    band: { name: 'The Foxes' },
    ...parts,
  }
}

export function aFileMember(parts: Partial<BandFileMember> = {}): BandFileMember {
  return {
    id: randomUUIDv7(),
    displayName: 'Ros',
    role: 'Bass Guitar',
    access: 'member',
    icon: 'bass',
    color: '#9333ea',
    ...parts,
  }
}

export function aFileSong(parts: Partial<BandFileSong> = {}): BandFileSong {
  return { id: randomUUIDv7(), title: 'Ghost Town', artist: 'The Specials', ...parts }
}

export function aFileEvent(parts: Partial<BandFileEvent> = {}): BandFileEvent {
  return { id: randomUUIDv7(), type: 'practice', date: '2027-03-05', location: 'Unit 4', ...parts }
}

export function aFileNote(parts: Partial<FileNote> & Pick<FileNote, 'about'>): FileNote {
  return { text: 'Slower in the bridge', displayName: 'Ros', createdAt: '2026-02-03T10:00:00.000Z', ...parts }
}
