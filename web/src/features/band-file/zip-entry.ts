// Reads one entry of a zip file without reading the whole file, because the zip of a band may have gigabytes.

const endOfDirectorySignature = 0x06054b50
const directoryEntrySignature = 0x02014b50
const endRecordBytes = 22
const maxCommentBytes = 0xffff
const storedMethod = 0
const deflatedMethod = 8

/** Whether the file begins with the signature of a zip. */
export async function isZip(file: Blob): Promise<boolean> {
  return file.size >= 4 && (await readDataView(file, 0, 4)).getUint32(0) === 0x504b0304
}

/**
 * The text of the entry; null if the zip has no such entry, or if the entry is larger than `maxBytes` or neither stored nor deflated.
 * Throws for a file that is not a zip.
 */
export async function readZipEntry(zip: Blob, path: string, maxBytes: number): Promise<string | null> {
  const entry = await findEntry(zip, path)
  if (!entry || entry.bytes > maxBytes) return null
  const header = await readDataView(zip, entry.headerOffset, 30)
  const contentStart = entry.headerOffset + 30 + header.getUint16(26, true) + header.getUint16(28, true)
  const content = zip.slice(contentStart, contentStart + entry.compressedBytes)
  if (entry.method === storedMethod) return content.text()
  if (entry.method !== deflatedMethod) return null
  return new Response(content.stream().pipeThrough(new DecompressionStream('deflate-raw'))).text()
}

type ZipEntry = { headerOffset: number; compressedBytes: number; bytes: number; method: number }

async function findEntry(zip: Blob, path: string): Promise<ZipEntry | null> {
  const { start, length } = await findDirectory(zip)
  const directory = await readDataView(zip, start, length)
  const decoder = new TextDecoder()
  for (let at = 0; at + 46 <= directory.byteLength && directory.getUint32(at, true) === directoryEntrySignature;) {
    const nameLength = directory.getUint16(at + 28, true)
    if (decoder.decode(new Uint8Array(directory.buffer, at + 46, nameLength)) === path) {
      return {
        method: directory.getUint16(at + 10, true),
        compressedBytes: directory.getUint32(at + 20, true),
        bytes: directory.getUint32(at + 24, true),
        headerOffset: directory.getUint32(at + 42, true),
      }
    }
    at += 46 + nameLength + directory.getUint16(at + 30, true) + directory.getUint16(at + 32, true)
  }
  return null
}

async function findDirectory(zip: Blob): Promise<{ start: number; length: number }> {
  const searchStart = Math.max(0, zip.size - endRecordBytes - maxCommentBytes)
  const endOfFile = await readDataView(zip, searchStart, zip.size - searchStart)
  for (let at = endOfFile.byteLength - endRecordBytes; at >= 0; at -= 1) {
    if (endOfFile.getUint32(at, true) === endOfDirectorySignature)
      return { length: endOfFile.getUint32(at + 12, true), start: endOfFile.getUint32(at + 16, true) }
  }
  throw new Error('The zip has no end')
}

async function readDataView(file: Blob, start: number, length: number): Promise<DataView> {
  return new DataView(await file.slice(start, start + length).arrayBuffer())
}
