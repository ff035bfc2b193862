// The picture that other programs show with a link to the page (Open Graph): name, town and the next gig in the band's colour.

import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { readableTextColorOn } from '@gaffer/domain/shared/readable-color'
import { shortDateAndTime } from '@gaffer/domain/shared/short-dates'
import { drawPoster, readImage } from '#features/images/service.ts'
import type { Db } from '#platform/db/connection.ts'
import { html } from '#platform/html.ts'
import { notFoundError } from '#platform/refusals.ts'
import { getPageColor, type PageContent } from './page-content.ts'

const [width, height, pictureWidth, margin] = [1200, 630, 630, 60]
/** Fractions of the font size: the average width of a bold letter, the height of a line and the height of a capital. */
const [letterWidth, lineHeight, capitalHeight] = [0.62, 1.05, 0.73]
/** Pixels from the last line of the name to the first fact, and from one fact to the next. */
const [firstFactOffset, factHeight] = [76, 48]

/** The cache key is the content of the picture: a page that returns to an earlier state reuses its picture. */
const sharePictureCache = new LRUCache<string, Buffer>({
  maxSize: 6_000_000,
  sizeCalculation: ({ length }) => length + 200,
})

export async function drawSharePicture(db: Db, page: PageContent): Promise<{ etag: string; content: Buffer }> {
  const svg = composeSvg(page)
  const etag = `"${hash('sha256', `${svg}\n${page.avatarUrl}`, 'base64url')}"`
  const cachedPng = sharePictureCache.get(etag)
  if (cachedPng) return { etag, content: cachedPng }
  const picture = page.avatarUrl === null ? null : await readImage(db, page.avatarUrl.replace('/images/', ''))
  const png = await drawPoster({ svg, width, height, picture: picture && picture.toString('base64'), pictureWidth })
  if (!png) throw notFoundError()
  const content = Buffer.from(png)
  sharePictureCache.set(etag, content)
  return { etag, content }
}

function composeSvg(page: PageContent): string {
  const color = getPageColor(page)
  const left = (page.avatarUrl === null ? 0 : pictureWidth) + margin
  const room = width - left - margin
  const { lines, size } = fitName(page.name.toUpperCase(), room, page.avatarUrl === null ? 170 : 110)
  const [next] = page.coming
  const facts = [page.hometown, next && `${shortDateAndTime(next)}${next.venue === null ? '' : ` · ${next.venue}`}`]
  const factLines = facts
    .filter((fact) => fact !== null && fact !== undefined)
    .flatMap((fact) => wrapText(fact, room / (34 * 0.55)).slice(0, 2))
  const lastLine = (lines.length - 1) * size * lineHeight
  const factsHeight = factLines.length === 0 ? 0 : firstFactOffset + (factLines.length - 1) * factHeight
  const top = (height + size * capitalHeight - lastLine - factsHeight) / 2
  return html`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="100%" height="100%" fill="${color}" />
    <g fill="${readableTextColorOn(color)}" font-family="Inter, 'Helvetica Neue', Arial, 'DejaVu Sans', sans-serif">
      ${lines.map((line, at) => html`<text x="${left}" y="${top + at * size * lineHeight}" font-size="${size}" font-weight="900">${line}</text>`)}
      ${factLines.map((line, at) => html`<text x="${left}" y="${top + lastLine + firstFactOffset + at * factHeight}" font-size="34" font-weight="600">${line}</text>`)}
    </g>
  </svg>`.markup
}

/** The largest font size at which the name fits the width and 60% of the height. The smallest size has at most six lines. */
function fitName(name: string, room: number, largest: number): { lines: string[]; size: number } {
  for (let size = largest; size > 36; size -= 6) {
    const lines = wrapText(name, room / (size * letterWidth))
    const isWide = lines.some((line) => [...line].length > room / (size * letterWidth))
    if (!isWide && lines.length * size * lineHeight <= height * 0.6) return { lines, size }
  }
  return { lines: wrapText(name, room / (36 * letterWidth)).slice(0, 6), size: 36 }
}

function wrapText(text: string, letters: number): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1)} ${word}`
    if (lines.length > 0 && [...longer].length <= letters) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}
