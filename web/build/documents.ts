// The documents that the server answers with: one for each page that is opened often, naming the scripts that its route
// will ask for, so that they come together instead of one after the other; and index.html for all others.

import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runnerImport, type Plugin } from 'vite'
import type * as prerendered from '../src/prerender.tsx'
import { filesOf, type Manifest } from './manifest.ts'

type Prerendered = typeof prerendered

/** What a guarded page asks first, so that the answers come while its other scripts do. */
const early = 'src/early.ts'
const themeScript = '<script src="/theme.js"></script>'
const start = ['index.html', 'src/main.tsx']
const cached = ['src/app/with-cache.tsx']
const guarded = [...cached, 'src/app/signed-in.tsx']
const shell = [...guarded, 'src/app/shell.tsx']
const screen = (name: string) => `src/screens/${name}/${name}-page.tsx`

/** The modules of a page, by the first segment of its path: `calendar.html` is what /calendar gets. */
const documents: Record<string, string[]> = {
  landing: [screen('landing')],
  login: [screen('login')],
  invite: [...cached, screen('invite')],
  onboarding: [...guarded, screen('onboarding')],
  dashboard: [...shell, screen('dashboard')],
  calendar: [...shell, screen('calendar')],
  songs: [...shell, screen('songs')],
  admin: [...shell, screen('admin')],
  profile: [...shell, screen('profile')],
}

/** Always dark, whatever was chosen: no script has to set the theme before they are painted. */
const forcedDark = new Set(['landing', 'login', 'invite', 'onboarding'])

/** Those that open without a network. */
export const shellDocuments = Object.keys(documents)
  .filter((name) => shell.every((module) => documents[name]?.includes(module)))
  .map((name) => `${name}.html`)

export function writeDocuments(): Plugin {
  let root = ''
  return {
    name: 'documents',
    apply: 'build',
    configResolved: (config) => void (root = config.root),
    // The manifest is written with the bundle, so not sooner.
    async closeBundle() {
      const dist = join(root, 'dist')
      const prerender = '/src/prerender.tsx'
      const { module } = await runnerImport<Prerendered>(prerender, { root, plugins: [withoutStyles] })
      const manifest = JSON.parse(await readFile(join(dist, '.vite', 'manifest.json'), 'utf8')) as Manifest
      const bare = await readFile(join(dist, 'index.html'), 'utf8')
      for (const [name, modules] of Object.entries(documents)) {
        const first = guarded.every((one) => modules.includes(one)) ? [...filesOf(manifest, [early])] : []
        const files = filesOf(manifest, [...start, ...modules])
        const frame = forcedDark.has(name) ? bare.replace(themeScript, '') : bare
        await writeFile(join(dist, `${name}.html`), compose(frame, [...files], markupOf(name, module), first))
      }
      await writeFile(join(dist, 'index.html'), compose(bare, [...filesOf(manifest, start)], markupOf('index', module)))
    },
  }
}

/** Markup needs none, and what runs here could not load them. */
const withoutStyles: Plugin = {
  name: 'without-styles',
  enforce: 'pre',
  resolveId: (id) => (id.endsWith('.css') ? '\0nothing' : null),
  load: (id) => (id === '\0nothing' ? '' : null),
}

/** The landing page's one link works at once; what is typed into another page before its script runs would be lost. */
function markupOf(name: string, { landing, login, wait }: Prerendered): string {
  return name === 'landing' ? landing : `<div inert>${name === 'login' ? login : wait}</div>`
}

/** `first` is a script that runs as soon as it is there, followed by what it imports. */
function compose(bare: string, files: string[], markup: string, first: string[] = []): string {
  const unnamed = [...new Set([...first, ...files])].filter((file) => !bare.includes(file))
  const links = unnamed.map((file) => {
    if (file === first[0]) return `<script type="module" async crossorigin src="/${file}"></script>`
    return file.endsWith('.css')
      ? `<link rel="stylesheet" crossorigin href="/${file}">`
      : `<link rel="modulepreload" crossorigin href="/${file}">`
  })
  // A function, since $ means something in a replacement.
  return bare
    .replace('</head>', () => `${links.join('')}</head>`)
    .replace('<div id="root"></div>', () => `<div id="root">${markup}</div>`)
}
