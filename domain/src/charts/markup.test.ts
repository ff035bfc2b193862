import { expect, test } from 'vitest'
import { eraseAt, MarkupInput, strokesOf, replaceStrokes, type Stroke } from './markup.ts'

const line: Stroke = {
  tool: 'pen',
  color: '#d00000',
  width: 4,
  points: [
    [0.1, 0.1],
    [0.5, 0.1],
  ],
}
const dot: Stroke = { tool: 'highlighter', color: '#ffe000', width: 20, points: [[0.8, 0.8]] }

test('eraseAt removes the strokes that the eraser touches, also between two points and on a dot', () => {
  const at = (x: number, y: number) => eraseAt([line, dot], [x, y], { radius: 10, heightByWidth: 1.4 })
  expect(at(0.3, 0.1)).toEqual([dot])
  expect(at(0.8, 0.808)).toEqual([line])
  expect(at(0.3, 0.2)).toEqual([line, dot])
  expect(at(0.53, 0.1)).toEqual([line, dot])
})

test('replaceStrokes replaces the strokes of a page, and leaves out a page without strokes', () => {
  const both = replaceStrokes(replaceStrokes([], 3, [line]), 1, [dot])
  expect(both.map(({ page }) => page)).toEqual([1, 3])
  expect(strokesOf(both, 3)).toEqual([line])
  expect(strokesOf(both, 2)).toEqual([])
  expect(replaceStrokes(both, 3, [])).toEqual([{ page: 1, strokes: [dot] }])
})

test('MarkupInput refuses a page that is listed twice, a point outside the page and an invalid colour', () => {
  const page = { page: 1, strokes: [line] }
  const isValid = (pages: unknown) => MarkupInput.safeParse({ isShared: true, chartVersion: 1, pages }).success
  expect(isValid([page])).toBe(true)
  expect(isValid([page, page])).toBe(false)
  expect(isValid([{ page: 1, strokes: [{ ...line, points: [[0, 1.01]] }] }])).toBe(false)
  expect(isValid([{ page: 1, strokes: [{ ...line, color: 'url(#a)' }] }])).toBe(false)
})
