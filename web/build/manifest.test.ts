// Which files a document asks for.

import { expect, it } from 'vitest'
import { filesOf } from './manifest.ts'

const manifest = {
  'index.html': { file: 'main.js', css: ['main.css'], imports: ['_base'], dynamicImports: ['page.tsx', 'late.tsx'] },
  _base: { file: 'base.js' },
  'page.tsx': { file: 'page.js', imports: ['_base', '_kit'], dynamicImports: ['late.tsx'] },
  _kit: { file: 'kit.js', css: ['kit.css'], imports: ['index.html'] },
  'late.tsx': { file: 'late.js' },
}

it('names what a module needs at once, each file one time, and nothing fetched later', () => {
  expect([...filesOf(manifest, ['index.html', 'page.tsx'])].toSorted()).toEqual(
    ['base.js', 'kit.css', 'kit.js', 'main.css', 'main.js', 'page.js'].toSorted(),
  )
})

it('refuses a module that has no chunk of its own', () => {
  expect(() => filesOf(manifest, ['gone.tsx'])).toThrow('no chunk of its own for gone.tsx')
})
