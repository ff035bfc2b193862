import { expect, test } from 'vitest'
import { fitPage, isSpread, nextZoom } from './fit-page.ts'

test('fitPage fits a page into the width of its box or the whole box, and multiplies it by the zoom', () => {
  const box = { width: 400, height: 300 }
  expect(fitPage(1.5, box, { fit: 'width', zoom: 1 })).toEqual({ width: 400, height: 600 })
  expect(fitPage(1.5, box, { fit: 'page', zoom: 1 })).toEqual({ width: 200, height: 300 })
  expect(fitPage(0.5, box, { fit: 'page', zoom: 2 })).toEqual({ width: 800, height: 400 })
})

test('isSpread shows two pages side by side only in landscape from a width of 900 px', () => {
  expect(isSpread({ width: 900, height: 700 }, 2)).toBe(true)
  expect(isSpread({ width: 899, height: 700 }, 2)).toBe(false)
  expect(isSpread({ width: 1000, height: 1200 }, 2)).toBe(false)
  expect(isSpread({ width: 1200, height: 800 }, 1)).toBe(false)
})

test('nextZoom moves by one step between 1 and 3, and stops at both ends', () => {
  expect([nextZoom(1, 1), nextZoom(1, -1), nextZoom(3, 1), nextZoom(2, -1)]).toEqual([1.25, 1, 3, 1.5])
})
