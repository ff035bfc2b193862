import { eraseAt, type Stroke } from '@gaffer/domain/charts/markup'
import { useRef, useState, type PointerEvent } from 'react'
import type { Size } from './fit-page.ts'

export type MarkupTool = { kind: 'pen' | 'highlighter'; color: string } | { kind: 'eraser' }

type Props = {
  size: Size
  own: readonly Stroke[]
  others: readonly Stroke[]
  /** The selected tool. With null the member is not drawing, and the layer lets taps through. */
  tool: MarkupTool | null
  onChange: (strokes: readonly Stroke[]) => void
}

/** The widths of strokes and the radius of the eraser, in thousandths of the page's width. */
const strokeWidthsPerMille = { pen: 4, highlighter: 22 }
const eraserRadiusPerMille = 14

/** Shows the markup of a page, and draws on it with one pointer: a second finger is ignored. */
export function MarkupLayer({ size, own, others, tool, onChange }: Props) {
  const [stroke, setStroke] = useState<Stroke | null>(null)
  const pointerId = useRef<number | null>(null)
  const heightToWidthRatio = size.height / size.width

  function beginStroke(event: PointerEvent<SVGSVGElement>) {
    if (!tool || pointerId.current !== null) return
    event.stopPropagation()
    pointerId.current = event.pointerId
    event.currentTarget.setPointerCapture(event.pointerId)
    const point = toPagePoint(event)
    if (tool.kind === 'eraser') eraseStrokesAt(point)
    else setStroke({ tool: tool.kind, color: tool.color, width: strokeWidthsPerMille[tool.kind], points: [point] })
  }

  function continueStroke(event: PointerEvent<SVGSVGElement>) {
    if (event.pointerId !== pointerId.current) return
    event.stopPropagation()
    const point = toPagePoint(event)
    if (tool?.kind === 'eraser') eraseStrokesAt(point)
    else setStroke((now) => now && { ...now, points: [...now.points, point] })
  }

  function endStroke(event: PointerEvent<SVGSVGElement>) {
    if (event.pointerId !== pointerId.current) return
    event.stopPropagation()
    pointerId.current = null
    if (stroke) onChange([...own, { ...stroke, points: dropClosePoints(stroke.points) }])
    setStroke(null)
  }

  function eraseStrokesAt(point: [number, number]) {
    const remainingStrokes = eraseAt(own, point, { radius: eraserRadiusPerMille, heightByWidth: heightToWidthRatio })
    if (remainingStrokes.length < own.length) onChange(remainingStrokes)
  }

  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 1000 ${1000 * heightToWidthRatio}`}
      preserveAspectRatio="none"
      className={tool ? 'absolute inset-0 size-full touch-none' : 'pointer-events-none absolute inset-0 size-full'}
      onPointerDown={beginStroke}
      onPointerMove={continueStroke}
      onPointerUp={endStroke}
      onPointerCancel={endStroke}
      data-markup={own.length}
    >
      {[...others, ...own, ...(stroke ? [stroke] : [])].map((one, index) => (
        <path
          // oxlint-disable-next-line react/no-array-index-key -- strokes have no other key
          key={index}
          d={svgPathOf(one.points, heightToWidthRatio)}
          fill="none"
          stroke={one.color}
          strokeWidth={one.width}
          strokeLinecap="round"
          strokeLinejoin="round"
          strokeOpacity={one.tool === 'highlighter' ? 0.4 : 1}
        />
      ))}
    </svg>
  )
}

function toPagePoint({ clientX, clientY, currentTarget }: PointerEvent<SVGSVGElement>): [number, number] {
  const { left, top, width, height } = currentTarget.getBoundingClientRect()
  return [toPageFraction((clientX - left) / width), toPageFraction((clientY - top) / height)]
}

const toPageFraction = (value: number) => Math.round(Math.max(0, Math.min(1, value)) * 10_000) / 10_000

/** Drops points that are close to the previous point, because a layer may have at most 200 kB. */
function dropClosePoints(points: Stroke['points']): Stroke['points'] {
  return points.filter(([x, y], index) => {
    const before = points[index - 1]
    return !before || index === points.length - 1 || Math.hypot(x - before[0], y - before[1]) > 0.002
  })
}

/** The SVG path of a stroke. A single point becomes a line of length 0, which is drawn as a dot. */
function svgPathOf(points: Stroke['points'], ratio: number): string {
  const coordinates = points.map(([x, y]) => `${Math.round(x * 10_000) / 10} ${Math.round(y * 10_000 * ratio) / 10}`)
  return `M${coordinates.join('L')}${coordinates.length === 1 ? `L${coordinates[0]}` : ''}`
}
