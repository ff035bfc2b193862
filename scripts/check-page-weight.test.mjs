import { expect, it } from 'vitest'
import { linkedAssetFilesOf } from './check-page-weight.mjs'

it('linkedAssetFilesOf lists each built file that a document links once', () => {
  const document = `
    <script src="/theme.js"></script>
    <script type="module" crossorigin src="/assets/main.js"></script>
    <link rel="modulepreload" crossorigin href="/assets/base.js"><link rel="stylesheet" href="/assets/main.css">
    <link rel="modulepreload" crossorigin href="/assets/base.js">
    <div id="root"><a href="/login">Sign in</a></div>`
  expect(linkedAssetFilesOf(document)).toEqual(['assets/main.js', 'assets/base.js', 'assets/main.css'])
})
