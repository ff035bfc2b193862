// Entry point of the worker process that image-reencoder.ts starts.

import sharp from 'sharp'
import { pageCountOrder, posterOrder, readOrdersFromPipe, type Poster, type WorkerOrder } from './image-worker-pipe.ts'
import { countPdfPages } from './pdf-pages.ts'

const maxPixels = 40_000_000
const readableFormats = new Set(['png', 'jpeg', 'gif', 'webp'])

// The cache of libvips would only take memory, because no picture is decoded twice.
sharp.cache(false)
sharp.concurrency(1)

process.on('disconnect', () => process.exit())
process.send?.('ready')
for await (const order of readOrdersFromPipe(process.stdin)) {
  process.send?.(await executeOrder(order))
}

function executeOrder(order: WorkerOrder): unknown {
  if (order.longestSide === pageCountOrder) return countPdfPages(order.bytes)
  return order.longestSide === posterOrder
    ? renderPosterPng(JSON.parse(order.bytes.toString()) as Poster)
    : reencode(order)
}

/** The input needs no limits: the server itself made the SVG and re-encoded the picture. */
async function renderPosterPng({ svg, width, height, picture, pictureWidth }: Poster): Promise<Uint8Array | null> {
  try {
    const background = sharp(Buffer.from(svg)).resize(width, height)
    const parts =
      picture === null ? [] : [await sharp(Buffer.from(picture, 'base64')).resize(pictureWidth, height).toBuffer()]
    return await background
      .composite(parts.map((input) => ({ input, left: 0, top: 0 })))
      .png({ palette: true })
      .toBuffer()
  } catch {
    // Null means that the poster could not be drawn.
    return null
  }
}

async function reencode({ bytes, longestSide }: WorkerOrder): Promise<Uint8Array | null> {
  try {
    const image = sharp(bytes, { limitInputPixels: maxPixels })
    const { format } = await image.metadata()
    if (!readableFormats.has(format)) return null
    const small = image.rotate().resize(longestSide, longestSide, { fit: 'inside', withoutEnlargement: true })
    return await small.webp({ quality: 82 }).toBuffer()
  } catch {
    // The error text of sharp is not meant for members; null means "not a readable picture".
    return null
  }
}
