// Reads a band file for its preview, and refuses a file that is obviously not a band file. The server validates the content.

import type { BandFileInput } from '@gaffer/domain/band-file/band-file-input'
import { readableBandFileVersions } from '@gaffer/domain/band-file/band-file-version'
import { formatCount } from '@gaffer/domain/shared/format-count'
import { limits } from '@gaffer/domain/shared/limits'
import { bandFileMessages } from '@gaffer/domain/band-file/band-file-messages'
import { bandFilePath } from '@gaffer/domain/band-file/zip-paths'
import { isZip, readZipEntry } from './zip-entry.ts'

export type BandFilePreview = {
  file: BandFileInput
  name: string
  exportedAt: string
  /** The zip that contains the band file and the files of charts and recordings; null if a band file was chosen without a zip. */
  zip: File | null
  members: readonly { id: string; displayName: string; role: string }[]
  /** What the file contains, in words: "5 members, 1 song, 40 events". */
  contents: string
}

/** Thrown for a refused file. Its message is shown to the user. */
export class BandFileError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'BandFileError'
  }
}

/** The preview of a band file, or of a zip with one. Throws BandFileError for a file that is too large, not a band file, or of a newer version. */
export async function readBandFilePreview(chosen: Blob): Promise<BandFilePreview> {
  const isOfZip = chosen instanceof File && (await isZip(chosen))
  if (!isOfZip && chosen.size > limits.bandFileBytes) throw new BandFileError(bandFileMessages.bandFileTooLarge)
  const file = parseBandFile(await readOrThrowUnreadable(() => (isOfZip ? readBandOfZip(chosen) : chosen.text())))
  if (file?.schema !== 'gaffer-band' || !file.band?.name) throw new BandFileError(bandFileMessages.bandFileUnknown)
  if (!readableBandFileVersions.some((version) => version === file.schemaVersion))
    throw new BandFileError(bandFileMessages.bandFileVersion)
  const members = arrayOrEmpty(file.members)
  const contents = [
    describeCount(members, 'member'),
    describeCount(arrayOrEmpty(file.events), 'event'),
    describeCount(arrayOrEmpty(file.songs), 'song'),
    describeCount(arrayOrEmpty(file.setlists), 'set list'),
    ...(isOfZip
      ? [describeCount(arrayOrEmpty(file.charts), 'chart'), describeCount(arrayOrEmpty(file.recordings), 'recording')]
      : []),
  ]
  return {
    file,
    zip: isOfZip ? chosen : null,
    name: String(file.band.name),
    exportedAt: String(file.exportedAt),
    members,
    contents: contents.join(', '),
  }
}

async function readBandOfZip(zip: Blob): Promise<string> {
  const text = await readZipEntry(zip, bandFilePath, limits.bandFileBytes)
  if (text === null) throw new BandFileError(bandFileMessages.zipForeign)
  return text
}

async function readOrThrowUnreadable(read: () => Promise<string>): Promise<string> {
  try {
    return await read()
  } catch (cause) {
    if (cause instanceof BandFileError) throw cause
    throw new BandFileError(bandFileMessages.bandFileUnreadable, cause)
  }
}

function parseBandFile(text: string): BandFileInput | null {
  try {
    return JSON.parse(text) as BandFileInput | null
  } catch (cause) {
    throw new BandFileError(bandFileMessages.bandFileUnreadable, cause)
  }
}

/** Returns an empty list for a value that is not an array, as a file edited by hand may have. */
function arrayOrEmpty<T>(value: readonly T[] | undefined): readonly T[] {
  return Array.isArray(value) ? value : []
}

function describeCount(list: readonly unknown[], noun: string): string {
  return `${formatCount(list.length)} ${noun}${list.length === 1 ? '' : 's'}`
}

/** Finds the member who is probably the user: by a membership id of the user, else by the user's name if exactly one member has it. */
export function findLikelyMember(
  { members }: Pick<BandFilePreview, 'members'>,
  { membershipIds, displayName }: { membershipIds: readonly string[]; displayName: string | null },
): { id: string; isCertain: boolean } | null {
  const own = members.find(({ id }) => membershipIds.includes(id))
  if (own) return { id: own.id, isCertain: true }
  const name = displayName?.toLowerCase()
  const namesakes = members.filter((member) => member.displayName.toLowerCase() === name)
  return namesakes.length === 1 && namesakes[0] ? { id: namesakes[0].id, isCertain: false } : null
}
