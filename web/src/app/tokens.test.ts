// Computes the contrast ratios of the design language from the tokens in tokens.css.

import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { contrastRatioOf } from '@gaffer/domain/shared/readable-color'
import { Skeleton } from '#ui/skeleton.tsx'

const css = readFileSync(new URL('tokens.css', import.meta.url), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '')

/** Later declarations override earlier ones, as in the browser. */
function tokensOf(theme: 'dark' | 'light'): Record<string, string> {
  const tokens: Record<string, string> = {}
  for (const [, selector = '', body = ''] of css.matchAll(/([^{}]+)\{([^{}]*)\}/g)) {
    if (!selector.includes(':root') && !selector.includes(`'${theme}'`)) continue
    for (const [, name = '', value = ''] of body.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6})/g)) tokens[name] = value
  }
  return tokens
}

/** Blends `front`, with the given alpha, over `back`. */
function blend(front: string, alpha: number, back: string): string {
  const channels = (color: string) => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))
  const backs = channels(back)
  const out = channels(front).map((channel, at) => Math.round(channel * alpha + (backs[at] as number) * (1 - alpha)))
  return `#${out.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}

/** The colours of the rule for print in app.css, by name, each as three hexadecimal digits. */
function printTokens(): Record<string, string> {
  const appCss = readFileSync(new URL('app.css', import.meta.url), 'utf8')
  const [, root = ''] = /@media print \{[\s\S]*?\n {2}:root \{([^}]*)\}/.exec(appCss) ?? []
  return Object.fromEntries(Array.from(root.matchAll(/--([\w-]+):\s*#([0-9a-f]{3});/g), ([, name, hex]) => [name, hex]))
}

const backgrounds = ['bg', 'surface', 'raised', 'sunken', 'lit']
// Contrast ratios of the text colours: on the surface, and the lowest on any of the five backgrounds.
const statedContrasts = {
  dark: { text: [16.3, 14.6], muted: [8.7, 7.8], faint: [6.2, 5.5], accent: [9.9, 8.9], control: [4.3, 3.9] },
  light: { text: [18.2, 15.7], muted: [8.6, 7.4], faint: [5.9, 5.1], accent: [6.0, 5.2], control: [4.2, 3.7] },
} as const

describe.each(['dark', 'light'] as const)('the %s theme', (theme) => {
  const tokens = tokensOf(theme)
  const ratio = (front: string, back: string) => {
    const [a, b] = [tokens[front], tokens[back]]
    if (!a || !b) throw new Error(`No token ${a ? back : front} in the ${theme} theme`)
    return contrastRatioOf(a, b)
  }
  const lowest = (front: string) => Math.min(...backgrounds.map((back) => ratio(front, back)))

  it.each(Object.entries(statedContrasts[theme]))(
    'the text colour %s has the contrast that the design language states',
    (front, [surface, least]) => {
      expect(ratio(front, 'surface')).toBeGreaterThanOrEqual(surface - 0.05)
      expect(ratio(front, 'surface')).toBeLessThan(surface + 0.05)
      expect(lowest(front)).toBeGreaterThanOrEqual(least - 0.05)
      expect(lowest(front)).toBeLessThan(least + 0.05)
    },
  )

  it.each(['success', 'warn', 'danger'])(
    'the colour %s has a contrast of at least 4.5 as text on every background, and as the background of text in the page colour',
    (front) => {
      expect(lowest(front)).toBeGreaterThanOrEqual(4.5)
      expect(ratio('bg', front)).toBeGreaterThanOrEqual(4.5)
    },
  )

  it('the hover background differs from the page background and from the surface', () => {
    expect([tokens['bg'], tokens['surface']]).not.toContain(tokens['lit'])
  })

  it('a skeleton has a contrast of more than 1.2 on every background', () => {
    const [, percent] = /bg-text\/(\d+)/.exec(Skeleton({}).props.className) ?? []
    for (const back of backgrounds) {
      const ground = tokens[back] as string
      expect(contrastRatioOf(blend(tokens['text'] as string, Number(percent) / 100, ground), ground)).toBeGreaterThan(
        1.2,
      )
    }
  })

  it('the focus ring has a contrast of at least 3 on every background', () => {
    expect(lowest('focus')).toBeGreaterThanOrEqual(3)
  })

  it.each(['practice', 'gig', 'festival', 'unavailable'])(
    'the text colour of the event type %s has a contrast of at least 4.5 on the chip, and the mark colour has at least 3 on the chip and on every background',
    (type) => {
      expect(ratio(`${type}-ink`, `${type}-chip`)).toBeGreaterThanOrEqual(4.5)
      expect(lowest(`${type}-mark`)).toBeGreaterThanOrEqual(3)
      expect(ratio(`${type}-mark`, `${type}-chip`)).toBeGreaterThanOrEqual(3)
    },
  )

  it.each(['rehearsal', 'recording', 'meeting'])(
    'black text on the colour of the event type %s has a contrast of at least 4.5',
    (type) => {
      expect(ratio('on-legacy', type)).toBeGreaterThanOrEqual(4.5)
    },
  )

  it('white text on the colour of the event type "other" and on the dashboard tiles has a contrast of at least 4.5', () => {
    expect(ratio('on-other', 'other')).toBeGreaterThanOrEqual(4.5)
    for (const tile of ['practice-tile', 'gig-tile', 'unavailable-tile']) {
      expect(ratio('on-tile', tile)).toBeGreaterThanOrEqual(4.5)
    }
  })
})

it('in print every background is white, and all text is black or dark grey', () => {
  const tokens = printTokens()
  expect(backgrounds.map((name) => tokens[name])).toEqual(backgrounds.map(() => 'fff'))
  const texts = ['text', 'muted', 'faint', 'accent', 'success', 'warn', 'danger'].map((name) => tokens[name])
  expect(texts).toEqual(['000', '333', '333', '000', '000', '000', '000'])
})
