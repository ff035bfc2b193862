// Markup: what members draw on the pages of a chart. Each member has one layer per chart, for the chart version that it was drawn on.

import * as z from 'zod/mini'
import { Id } from '@gaffer/domain/shared/common-schemas'
import { limits } from '@gaffer/domain/shared/limits'
import { chartMessages } from './chart-messages.ts'

export const markupTools = ['pen', 'highlighter'] as const

const PageFraction = z.number().check(z.gte(0, chartMessages.markupPoint), z.lte(1, chartMessages.markupPoint))
/** Points are fractions of the page's width and height; `width` is in thousandths of the page's width. */
export const Stroke = z.strictObject({
  tool: z.enum(markupTools),
  color: z.string().check(z.regex(/^(#[0-9A-Fa-f]{3,8}|[A-Za-z]{1,20})$/, chartMessages.markupColorUnknown)),
  width: z.number().check(z.gt(0, chartMessages.markupWidth), z.lte(100, chartMessages.markupWidth)),
  points: z.array(z.tuple([PageFraction, PageFraction])).check(z.minLength(1, chartMessages.markupPoint)),
})
export type Stroke = z.infer<typeof Stroke>

export const MarkupPage = z.strictObject({
  page: z.int().check(z.gte(1, chartMessages.markupPage), z.lte(limits.chartPages, chartMessages.markupPage)),
  strokes: z.array(Stroke),
})
export type MarkupPage = z.infer<typeof MarkupPage>

/** The layer of one member. `membershipId` is null once the member has left the band. */
export const Markup = z.strictObject({
  membershipId: z.nullable(Id),
  displayName: z.string(),
  isShared: z.boolean(),
  chartVersion: z.int(),
  pages: z.array(MarkupPage),
  version: z.int(),
})
export type Markup = z.infer<typeof Markup>

export const MarkupInput = z.strictObject({
  isShared: z.boolean(),
  chartVersion: z.int().check(z.gte(1, chartMessages.markupVersion)),
  pages: z.array(MarkupPage).check(
    z.maxLength(limits.chartPages, chartMessages.markupPage),
    z.refine((pages) => new Set(pages.map(({ page }) => page)).size === pages.length, chartMessages.markupPageRepeated),
  ),
})
export type MarkupInput = z.output<typeof MarkupInput>

/** The strokes on a page; empty for a page that nobody drew on. */
export function strokesOf(pages: readonly MarkupPage[], page: number): readonly Stroke[] {
  return pages.find((one) => one.page === page)?.strokes ?? []
}

/** The pages with the strokes of one page replaced. A page without strokes is left out. */
export function replaceStrokes(pages: readonly MarkupPage[], page: number, strokes: readonly Stroke[]): MarkupPage[] {
  const others = pages.filter((one) => one.page !== page)
  const changed = strokes.length === 0 ? others : [...others, { page, strokes: [...strokes] }]
  return changed.toSorted((a, b) => a.page - b.page)
}

type Point = readonly [number, number]

/**
 * The strokes that an eraser at a point does not touch. `radius` is the eraser's, in thousandths of the page's width; `heightByWidth` is the
 * page's height divided by its width.
 */
export function eraseAt(
  strokes: readonly Stroke[],
  [x, y]: Point,
  { radius, heightByWidth }: { radius: number; heightByWidth: number },
) {
  const toPageWidths = ([px, py]: Point): Point => [px, py * heightByWidth]
  const at = toPageWidths([x, y])
  return strokes.filter(({ points, width }) => {
    const limit = (radius + width / 2) / 1000
    return points.every((point, index) => {
      const start = toPageWidths(point)
      const end = toPageWidths(points[index + 1] ?? point)
      return distanceToSegment(at, start, end) > limit
    })
  })
}

function distanceToSegment([x, y]: Point, [ax, ay]: Point, [bx, by]: Point): number {
  const [dx, dy] = [bx - ax, by - ay]
  const squaredLength = dx * dx + dy * dy
  const along = squaredLength === 0 ? 0 : Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / squaredLength))
  return Math.hypot(x - ax - along * dx, y - ay - along * dy)
}
