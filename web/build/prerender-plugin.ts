// Writes a document for each route of domain/src/routes.ts: prerendered markup, and links to the chunks that its route loads, so
// that they are requested together and not one after the other. Debug routes and unknown paths get index.html.

import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { routeNames, routes, type Audience, type RouteName } from '@gaffer/domain/routes'
import { runnerImport, type Plugin } from 'vite'
import type * as prerenderModule from '../src/prerender.tsx'
import { bundleScript } from './bundle-script.ts'
import { filesOfChunks, prefetchScriptKey, type Manifest } from './vite-manifest.ts'

const themeScript = '<script src="/theme.js"></script>'

/** Names of the further chunks that a document links, by audience. All documents link the entry and the chunk of their page. */
const audienceChunks: Record<Audience, string[]> = {
  public: [],
  debug: [],
  'signed-in': ['signed-in'],
  'app-shell': ['signed-in'],
}

/**
 * The route whose page has only links: its markup is not inert, and start.ts loads its scripts after the first paint. The markup of other
 * pages is inert, because what is typed before their scripts run would be lost.
 */
const linksOnlyRoute: RouteName = 'landing'

export const prerenderedRouteNames = routeNames.filter((name) => routes[name].audience !== 'debug')

/**
 * Documents that the service worker precaches: those of the app shell, the stage view and the chart page, and /login, which a sign-out
 * opens.
 */
export const offlineHtmlFiles = prerenderedRouteNames
  .filter((name) => ['login', 'stage', 'chart'].includes(name) || routes[name].audience === 'app-shell')
  .map((name) => `${name}.html`)

export function prerenderPlugin(): Plugin {
  let root = ''
  return {
    name: 'prerender',
    apply: 'build',
    configResolved: (config) => void (root = config.root),
    async generateBundle() {
      const theme = await readFile(join(root, 'public', 'theme.js'), 'utf8')
      const source = `${await bundleScript(root, prefetchScriptKey)};${theme}`
      this.emitFile({ type: 'asset', name: 'prefetch.js', originalFileName: prefetchScriptKey, source })
    },
    // Runs in closeBundle, because Vite writes the manifest together with the bundle.
    async closeBundle() {
      const dist = join(root, 'dist')
      const options = { root, plugins: [emptyStylesPlugin] }
      const { module } = await runnerImport<typeof prerenderModule>('/src/prerender.tsx', options)
      const manifest = JSON.parse(await readFile(join(dist, '.vite', 'manifest.json'), 'utf8')) as Manifest
      const prefetch = manifest[prefetchScriptKey]?.file
      if (prefetch === undefined) throw new Error('The build has no prefetch script')
      const template = await readFile(join(dist, 'index.html'), 'utf8')
      const loading = `<div inert data-loading>${module.loadingMarkup}</div>`
      for (const name of prerenderedRouteNames) {
        const { theme, audience } = routes[name]
        const files = filesOfChunks(manifest, [...audienceChunks[audience], `${name}-page`])
        const prefetchFile = audience === 'public' ? null : prefetch
        // No theme script is needed where the prefetch script sets the theme, or where the page is always dark, as the template is.
        const frame = prefetchFile || theme === 'dark' ? template.replace(themeScript, '') : template
        const page = module.publicPageMarkup.get(name)
        const links = scriptLinks(page === undefined ? 'rel="modulepreload"' : 'rel="preload" as="script"', files)
        const document =
          name === linksOnlyRoute
            ? composeDocument(frame, page ?? '', [], null)
            : composeDocument(frame, page === undefined ? loading : `<div inert>${page}</div>`, links, prefetchFile)
        await writeFile(join(dist, `${name}.html`), document)
      }
      await writeFile(join(dist, 'index.html'), composeDocument(template, loading, [], null))
    },
  }
}

/** Replaces each style sheet by an empty module: Vite's module runner has no CSS pipeline, and the markup needs no styles. */
const emptyStylesPlugin: Plugin = {
  name: 'without-styles',
  enforce: 'pre',
  resolveId: (id) => (id.endsWith('.css') ? '\0empty-style' : null),
  load: (id) => (id === '\0empty-style' ? '' : null),
}

/**
 * Links to scripts. `modulepreload` also compiles them, which delays the first paint. The scripts of a prerendered page are therefore
 * linked with `preload`, which only fetches them, and start.ts imports them after that paint.
 */
function scriptLinks(attributes: string, files: Set<string>): string[] {
  return [...files]
    .filter((file) => file.endsWith('.js'))
    .map((file) => `<link ${attributes} crossorigin href="/${file}">`)
}

/**
 * Fills the template. The prefetch script, which also sets the theme, comes first and blocks the parser, so that it runs before any module.
 */
function composeDocument(template: string, markup: string, links: string[], prefetch: string | null): string {
  // Replacer functions, because `$` has a special meaning in a replacement string.
  return template
    .replace('<script ', (first) => (prefetch ? `<script src="/${prefetch}"></script>${first}` : first))
    .replace('</head>', () => `${links.join('')}</head>`)
    .replace('<div id="root"></div>', () => `<div id="root">${markup}</div>`)
}
