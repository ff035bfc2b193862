// Reads pictures for the server, one after another, in a process that knows no secrets, that a harmful picture may end, and
// whose memory goes back when it ends. Knows the server only as whoever started it.

import sharp from 'sharp'
import { readPictures } from './picture-pipe.ts'

const longestSide = 512
const mostPixels = 40_000_000
const readable = new Set(['png', 'jpeg', 'gif', 'webp'])

// Nobody's picture comes a second time, and its memory is kept for each of libvips' threads.
sharp.cache(false)
sharp.concurrency(1)

process.on('disconnect', () => process.exit())
for await (const bytes of readPictures(process.stdin)) process.send?.(await reencode(bytes))

async function reencode(bytes: Uint8Array): Promise<Uint8Array | null> {
  try {
    const image = sharp(bytes, { limitInputPixels: mostPixels })
    const { format } = await image.metadata()
    if (!readable.has(format)) return null
    const small = image.rotate().resize(longestSide, longestSide, { fit: 'inside', withoutEnlargement: true })
    return await small.webp({ quality: 82 }).toBuffer()
  } catch {
    // Of a broken or oversized file sharp says only that it could not read it, in words that are not the member's.
    return null
  }
}
