// The documents that the server answers with: one for each page that is opened often, naming the scripts that its route
// will ask for, so that they come together instead of one after the other; and index.html for all others.

import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runnerImport, type Plugin } from 'vite'
import type * as prerendered from '../src/prerender.tsx'
import { filesOf, type Manifest } from './manifest.ts'

type Prerendered = typeof prerendered

const themeScript = '<script src="/theme.js"></script>'
const start = ['index', 'base']

/** Who is meant: anybody, somebody who is signed in, or somebody who then finds the navigation around the page. */
type Audience = 'anybody' | 'signed in' | 'at home'

/** By the first segment of its path: `calendar.html` is what /calendar gets. The files are chunks of the build, by name. */
const documents: Record<string, { for: Audience; files: string[] }> = {
  landing: { for: 'anybody', files: ['landing-page'] },
  login: { for: 'anybody', files: ['login-page'] },
  invite: { for: 'anybody', files: ['signed-in', 'invite-page'] },
  onboarding: { for: 'signed in', files: ['signed-in', 'onboarding-page'] },
  dashboard: { for: 'at home', files: ['signed-in', 'dashboard-page'] },
  calendar: { for: 'at home', files: ['signed-in', 'calendar-page'] },
  songs: { for: 'at home', files: ['signed-in', 'songs-page'] },
  admin: { for: 'at home', files: ['signed-in', 'admin-page'] },
  profile: { for: 'at home', files: ['signed-in', 'profile-page'] },
}

/** What a page for members asks first, so that the answers come while its other scripts do. */
const early = 'early'

/** Those that open without a network; a member who signs out there ends at /login. */
export const shellDocuments = Object.keys(documents)
  .filter((name) => name === 'login' || documents[name]?.for === 'at home')
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
      for (const [name, page] of Object.entries(documents)) {
        const first = page.for === 'anybody' ? [] : [...filesOf(manifest, [early])]
        const files = filesOf(manifest, [...start, ...page.files])
        // The others are always dark, whatever was chosen: no script has to set the theme before they are painted.
        const frame = page.for === 'at home' ? bare : bare.replace(themeScript, '')
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
  if (name === 'landing') return landing
  return name === 'login' ? `<div inert>${login}</div>` : `<div inert data-wait>${wait}</div>`
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
