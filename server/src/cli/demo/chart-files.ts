// The files of the demo's charts: a PDF written by hand, and a picture of paper with notes on it.

import sharp from 'sharp'

type PdfLine = { text: string; size: number; isBold?: boolean }

/** A4, in points. */
const page = { width: 595, height: 842, margin: 56 }

/** Creates a PDF of text, from a list of lines for each page. */
export function createTextPdf(pages: readonly (readonly PdfLine[])[]): Buffer {
  const pageIds = pages.map((_, at) => 5 + at * 2)
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${pages.length} /Kids [${pageIds.map((id) => `${id} 0 R`).join(' ')}] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>',
    ...pages.flatMap((lines, at) => {
      const drawing = drawLines(lines)
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${page.width} ${page.height}] /Contents ${(pageIds[at] ?? 0) + 1} 0 R
           /Resources << /Font << /Plain 3 0 R /Bold 4 0 R >> >> >>`,
        `<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`,
      ]
    }),
  ]
  let body = '%PDF-1.4\n'
  const offsets = objects.map((object, at) => {
    const offset = body.length
    body += `${at + 1} 0 obj\n${object}\nendobj\n`
    return `${String(offset).padStart(10, '0')} 00000 n `
  })
  const size = objects.length + 1
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('\n')}`
  return Buffer.from(
    `${body}${table}\ntrailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`,
    'latin1',
  )
}

function drawLines(lines: readonly PdfLine[]): string {
  let top = page.height - page.margin
  return lines
    .map(({ text, size, isBold = false }) => {
      top -= size * 1.5
      const escaped = text.replaceAll(/[\\()]/g, String.raw`\$&`)
      return `BT /${isBold ? 'Bold' : 'Plain'} ${size} Tf ${page.margin} ${top.toFixed(1)} Td (${escaped}) Tj ET`
    })
    .join('\n')
}

const photoPixels = { width: 1500, height: 2000 }
/** The notes of each stave, in steps above its lowest line. */
const staves = [
  [0, 2, 4, 3, 4, 7, 5, 4],
  [4, 3, 2, 0, 2, 3, 4, 2],
  [0, 2, 4, 7, 8, 7, 5, 4],
  [5, 4, 2, 1, 0, 0, 2, 0],
]

/** A JPEG like a photo of a handwritten sheet of music. */
export function drawPaperPhoto(): Promise<Buffer> {
  const ink = '#24305c'
  const drawn = staves.map((steps, stave) => {
    const bottom = 480 + stave * 380
    const lines = [0, 1, 2, 3, 4].map(
      (line) =>
        `<path d="M150 ${bottom - line * 44} q 600 ${line % 2 ? 9 : -8} 1200 4" stroke="#6a6a72" stroke-width="4"/>`,
    )
    const notes = steps.map((step, at) => {
      const [x, y] = [260 + at * 138, bottom - step * 22]
      const stem = step < 4 ? `M${x + 22} ${y} v -140` : `M${x - 22} ${y} v 140`
      return `<ellipse cx="${x}" cy="${y}" rx="25" ry="18" fill="${ink}" transform="rotate(-18 ${x} ${y})"/>
        <path d="${stem}" stroke="${ink}" stroke-width="7"/>`
    })
    const bar = `<path d="M800 ${bottom} v -176" stroke="#6a6a72" stroke-width="5"/>`
    return [...lines, ...notes, bar].join('')
  })
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${photoPixels.width}" height="${photoPixels.height}" fill="none">
    <defs><linearGradient id="light" x2="1" y2="1"><stop stop-color="#fdfbf3"/><stop offset="1" stop-color="#d9d3c3"/></linearGradient></defs>
    <rect width="100%" height="100%" fill="#4b3a2c"/>
    <g transform="rotate(-1.5 750 1000)"><rect x="60" y="70" width="1380" height="1860" fill="url(#light)"/>
    <path d="M170 210 q 190 -40 380 -6 t 320 4" stroke="${ink}" stroke-width="10"/>${drawn.join('')}</g></svg>`
  return sharp(Buffer.from(svg)).jpeg({ quality: 80 }).toBuffer()
}
