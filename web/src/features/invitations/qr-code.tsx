import { useMemo } from 'react'
import { encode } from 'uqr'

export function QrCode({ text, caption }: { text: string; caption: string }) {
  const { path, size } = useMemo(() => drawQrCode(text), [text])
  return (
    <figure className="grid gap-2 text-center text-sm text-muted">
      {/* Dark on light in both colour themes, because many scanners cannot read light on dark. */}
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${size} ${size}`}
        shapeRendering="crispEdges"
        className="mx-auto w-full max-w-56 rounded-control"
      >
        <path d={`M0 0h${size}v${size}H0z`} fill="#fff" />
        <path d={path} fill="#000" />
      </svg>
      <figcaption>{caption}</figcaption>
    </figure>
  )
}

/** Draws the QR code as an SVG path of unit squares, with the margin of four squares (quiet zone) that scanners need. */
function drawQrCode(text: string): { path: string; size: number } {
  const { data, size } = encode(text, { ecc: 'M', border: 4 })
  const squares = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return { path: squares.join(''), size }
}
