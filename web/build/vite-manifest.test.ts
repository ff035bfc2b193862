import { expect, it } from 'vitest'
import { filesOfChunks, filesReachableFromEntries } from './vite-manifest.ts'

const manifest = {
  'index.html': {
    file: 'main.js',
    name: 'index',
    isEntry: true,
    css: ['main.css'],
    imports: ['_base'],
    dynamicImports: ['late.tsx'],
  },
  _base: { file: 'base.js', name: 'base' },
  'page.tsx': { file: 'page.js', name: 'page', imports: ['_base', '_kit'], dynamicImports: ['late.tsx'] },
  _kit: { file: 'kit.js', name: 'kit', css: ['kit.css'], imports: ['index.html'] },
  'late.tsx': { file: 'late.js', name: 'late' },
}

it('filesOfChunks lists each file of the named chunks and of their static imports once, and no dynamic imports', () => {
  expect([...filesOfChunks(manifest, ['index', 'page'])].toSorted()).toEqual(
    ['base.js', 'kit.css', 'kit.js', 'main.css', 'main.js', 'page.js'].toSorted(),
  )
})

it('filesOfChunks throws for a chunk name that is unknown or not unique', () => {
  expect(() => filesOfChunks(manifest, ['gone'])).toThrow('not one chunk called gone')
  const two = { ...manifest, 'another.tsx': { file: 'another.js', name: 'page' } }
  expect(() => filesOfChunks(two, ['page'])).toThrow('not one chunk called page')
})

it('filesReachableFromEntries lists the static and dynamic imports of the entries and the prefetch script, without an excluded chunk and its own imports', () => {
  const withPage = {
    ...manifest,
    _base: { file: 'base.js', name: 'base', dynamicImports: ['page.tsx', 'online.tsx'] },
    'online.tsx': { file: 'online.js', name: 'online-page', imports: ['_base', '_only'] },
    _only: { file: 'only.js', name: 'only' },
    'src/prefetch.ts': { file: 'prefetch.js' },
  }
  expect([...filesReachableFromEntries(withPage, (name) => name === 'online-page')].toSorted()).toEqual([
    'base.js',
    'kit.css',
    'kit.js',
    'late.js',
    'main.css',
    'main.js',
    'page.js',
    'prefetch.js',
  ])
})
