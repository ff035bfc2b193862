import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contrastRatioOf, readableTextColorOn, shiftToContrast } from './readable-color.ts'

const color = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)

test('readableTextColorOn and shiftToContrast reach a contrast of at least 4.5 for any colour', () => {
  fc.assert(
    fc.property(color, (one) => {
      expect(contrastRatioOf(one, readableTextColorOn(one))).toBeGreaterThanOrEqual(4.5)
      for (const surface of ['#ffffff', '#0e0e12'])
        expect(contrastRatioOf(shiftToContrast(one, surface, 4.5), surface)).toBeGreaterThanOrEqual(4.5)
    }),
  )
})

test('shiftToContrast leaves a colour with enough contrast unchanged, and keeps the order of red, green and blue of another', () => {
  expect(shiftToContrast('#a34800', '#ffffff', 4.5)).toBe('#a34800')
  const [red, green, blue] = [1, 3, 5].map((at) =>
    Number.parseInt(shiftToContrast('#ffb224', '#ffffff', 4.5).slice(at, at + 2), 16),
  )
  expect(red).toBeGreaterThan(green as number)
  expect(green).toBeGreaterThan(blue as number)
})
