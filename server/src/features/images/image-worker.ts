// Entry point of the worker process that image-reencoder.ts starts.

import sharp from 'sharp'
import { countsPages, readPicturesFromPipe, type WorkerOrder } from './image-worker-pipe.ts'
import { countPdfPages } from './pdf-pages.ts'

const mostPixels = 40_000_000
const readable = new Set(['png', 'jpeg', 'gif', 'webp'])

// No picture is decoded twice, and libvips keeps a cache per thread.
sharp.cache(false)
sharp.concurrency(1)

process.on('disconnect', () => process.exit())
for await (const order of readPicturesFromPipe(process.stdin)) {
  process.send?.(order.longestSide === countsPages ? countPdfPages(order.bytes) : await reencode(order))
}

async function reencode({ bytes, longestSide }: WorkerOrder): Promise<Uint8Array | null> {
  try {
    const image = sharp(bytes, { limitInputPixels: mostPixels })
    const { format } = await image.metadata()
    if (!readable.has(format)) return null
    const small = image.rotate().resize(longestSide, longestSide, { fit: 'inside', withoutEnlargement: true })
    return await small.webp({ quality: 82 }).toBuffer()
  } catch {
    // The error text of sharp is not meant for members; null means "not a readable picture".
    return null
  }
}
