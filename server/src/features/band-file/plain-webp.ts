/** The chunks that the re-encoder writes: image data (VP8, VP8L), the extended header (VP8X) and transparency (ALPH). */
const pictureChunks = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH'])

/** Whether the bytes are a WebP of picture data alone: no metadata, no animation, and nothing after its end. */
export function isPlainWebp(bytes: Buffer): boolean {
  if (bytes.length < 12 || bytes.toString('latin1', 0, 4) !== 'RIFF' || bytes.toString('latin1', 8, 12) !== 'WEBP')
    return false
  if (bytes.readUInt32LE(4) + 8 !== bytes.length) return false
  let at = 12
  while (at + 8 <= bytes.length) {
    if (!pictureChunks.has(bytes.toString('latin1', at, at + 4))) return false
    const length = bytes.readUInt32LE(at + 4)
    // Chunks are padded to even lengths.
    at += 8 + length + (length % 2)
  }
  return at === bytes.length
}
