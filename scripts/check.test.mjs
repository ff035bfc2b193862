// Plants one breach of each rule in a copy of the repository; the check must report it.

import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
/** @type {string} */
let copyFolder

beforeAll(() => {
  copyFolder = mkdtempSync(join(tmpdir(), 'gaffer-check-'))
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  })
  for (const path of listed.split('\n').filter((line) => /\.(ts|tsx|mjs|json|gitignore)$/.test(line))) {
    cpSync(join(root, path), join(copyFolder, path))
  }
  // Links the installed packages, and the workspaces of the copy in place of those of the repository.
  mkdirSync(join(copyFolder, 'node_modules/@gaffer'), { recursive: true })
  for (const name of readdirSync(join(root, 'node_modules'))) {
    if (name !== '@gaffer') symlinkSync(join(root, 'node_modules', name), join(copyFolder, 'node_modules', name))
  }
  for (const name of ['domain', 'server', 'tools/fakes', 'tools/embedded-postgres', 'web']) {
    symlinkSync(join(copyFolder, name), join(copyFolder, 'node_modules/@gaffer', basename(name)))
  }
})

afterAll(() => rmSync(copyFolder, { recursive: true, force: true }))

/** @param {string} program @param {string[]} args @returns {{ passed: boolean, output: string }} */
function run(program, args) {
  const { status, stdout, stderr } = spawnSync(join(root, 'node_modules/.bin', program), args, {
    cwd: copyFolder,
    encoding: 'utf8',
  })
  return { passed: status === 0, output: stdout + stderr }
}

/** @param {string} path @param {string} text @param {() => void} work */
function withPlanted(path, text, work) {
  plant(path, text)
  try {
    work()
  } finally {
    rmSync(join(copyFolder, path))
  }
}

/** @param {string} path @param {string} text */
function plant(path, text) {
  const file = join(copyFolder, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `// Planted.\n${text}\n`)
}

// Long enough for the compiler on a busy machine.
const timeoutMs = 300_000

test(
  'the type check reports each of six planted breaches',
  () => {
    /** @type {[breach: string, path: string, text: string][]} */
    const breaches = [
      ['the domain reads a file', 'domain/src/planted-file.ts', "import 'node:fs'"],
      ['the domain touches the page', 'domain/src/planted-page.ts', 'export const title: string = document.title'],
      ['the domain knows the process', 'domain/src/planted-process.ts', 'export const mode = process.env'],
      ['the server climbs into the web', 'server/src/planted-climb.ts', "import '../../web/src/main.tsx'"],
      ['the web asks for the server', 'web/src/planted-server.ts', "import '@gaffer/server/app'"],
      [
        'a store call without a guard',
        'server/src/planted-store.ts',
        "import { findBand } from '#features/bands/store.ts'\nimport type { Db } from '#platform/db/connection.ts'\nexport const leak = (db: Db, bandId: string) => findBand(db, { bandId } as { bandId: string })",
      ],
    ]
    /** @param {typeof breaches} left @param {() => void} work */
    const plantAll = ([first, ...left], work) =>
      first ? withPlanted(first[1], first[2], () => plantAll(left, work)) : work()
    // Checks only the planted files, with the settings of their projects: all files would take half a minute of CPU time.
    for (const name of ['server', 'web']) {
      const path = join(copyFolder, name, 'tsconfig.json')
      writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, 'utf8')), include: ['src/planted-*'] }))
    }
    plantAll(breaches, () => {
      const { passed, output } = run('tsc', ['-b', 'domain', 'server', 'web'])
      expect(passed).toBe(false)
      const unreported = breaches.filter(([, path]) => !output.split('\n').some((line) => line.startsWith(`${path}(`)))
      expect(unreported.map(([breach]) => breach)).toEqual([])
    })
  },
  timeoutMs,
)

/** @type {[breach: string, path: string, text: string, message: string][]} */
const lintBreaches = [
  ['an import path climbs', 'server/src/http/planted.ts', "import '../app.ts'", 'climbing'],
  ['the server imports the web', 'server/src/planted.ts', "import '@gaffer/web/main'", 'never import each other'],
  [
    'production imports a fake',
    'server/src/features/auth/planted.ts',
    "import '@gaffer/fakes/twilio'",
    'imports no fake',
  ],
  [
    'embedded-postgres imports another workspace',
    'tools/embedded-postgres/src/planted.ts',
    "import '@gaffer/domain/shared/limits'",
    'nothing of Gaffer',
  ],
  ['chaos imports the web', 'tools/chaos/planted.ts', "import '../../web/src/main.tsx'", 'nothing else'],
  ['http imports a feature', 'server/src/http/planted.ts', "import '#features/auth/service.ts'", 'never asks one'],
  ['platform imports http', 'server/src/platform/planted.ts', "import '#http/parse.ts'", 'imports none'],
  [
    'a provider client imports the database',
    'server/src/providers/planted.ts',
    "import '#platform/db/connection.ts'",
    'knows its protocol',
  ],
  [
    'a feature imports the store of another feature',
    'server/src/features/me/planted.ts',
    "import '#features/bands/store.ts'",
    'never its store',
  ],
  ['a feature imports the app', 'server/src/features/me/planted.ts', "import '#app.ts'", 'never the reverse'],
  [
    'a route imports a store of another feature',
    'server/src/features/planted/routes.ts',
    "import '#features/events/store.ts'",
    'its own service or store',
  ],
  [
    'a feature imports the routes of another feature',
    'server/src/features/me/planted.ts',
    "import '#features/bands/routes.ts'",
    'never its store or routes',
  ],
  ['http imports the app', 'server/src/http/planted.ts', "import '#app.ts'", 'never asks one'],
  ['http imports a provider', 'server/src/http/planted.ts', "import '#providers/push.ts'", 'no provider'],
  [
    'platform imports a feature',
    'server/src/platform/planted.ts',
    "import '#features/bands/service.ts'",
    'imports none',
  ],
  ['platform imports a provider', 'server/src/platform/planted.ts', "import '#providers/push.ts'", 'imports none'],
  [
    'a provider imports a feature',
    'server/src/providers/planted.ts',
    "import '#features/bands/service.ts'",
    'nothing of Gaffer',
  ],
  [
    'a store imports a provider',
    'server/src/features/planted/store.ts',
    "import '#providers/push.ts'",
    'rows and shapes only',
  ],
  ['a store imports http', 'server/src/features/planted/store.ts', "import '#http/parse.ts'", 'never import http'],
  [
    'a service imports the type of a reply',
    'server/src/features/planted/service.ts',
    "import type { RawReply } from '#http/pipeline/serve.ts'\nexport type Reply = RawReply",
    'no status, header, cookie or redirect',
  ],
  [
    'a service imports the cookies',
    'server/src/features/planted/service.ts',
    "import type { Cookies } from '#http/pipeline/cookies.ts'\nexport type Planted = Cookies",
    'no status, header, cookie or redirect',
  ],
  [
    'a store imports a service',
    'server/src/features/planted/store.ts',
    "import './service.ts'",
    'rows and shapes only',
  ],
  [
    'a store imports a service of another feature',
    'server/src/features/planted/store.ts',
    "import '#features/events/service.ts'",
    'rows and shapes only',
  ],
  ['the domain imports a framework', 'domain/src/planted.ts', "import 'fastify'", 'domain is pure'],
  [
    'lib imports a feature',
    'web/src/lib/planted.ts',
    "import '#features/events/queries.ts'",
    'lib imports the domain and ui only',
  ],
  ['ui imports the domain', 'web/src/ui/planted.ts', "import '@gaffer/domain/events/event'", 'another product'],
  [
    'the code of offline imports a feature',
    'web/src/offline/planted.ts',
    "import '#features/events/queries.ts'",
    'offline knows no feature',
  ],
  [
    'a feature imports a screen',
    'web/src/features/events/planted.ts',
    "import '#screens/login/login-page.tsx'",
    'imports no screen',
  ],
  [
    'a screen imports a screen',
    'web/src/screens/login/planted.ts',
    "import '#screens/profile/profile-page.tsx'",
    'imports no screen',
  ],
  [
    'a screen uses the query client',
    'web/src/screens/login/planted.ts',
    "import { useQueryClient } from '@tanstack/react-query'\nexport const useIt = () => useQueryClient()",
    'hooks and functions of features',
  ],
  [
    'a component sends a request',
    'web/src/features/events/planted.tsx',
    "import { request } from '#lib/request.ts'\nexport const read = () => request('GET /api/me')",
    'hooks and functions of features',
  ],
  ['a file has a default export', 'server/src/planted.ts', 'export default 1', 'no-default-export'],
  ['a file uses any', 'server/src/planted.ts', 'export const x: any = 1', 'no-explicit-any'],
  ['a type error is silenced', 'server/src/planted.ts', '// @ts-ignore\nexport const x = 1', 'ban-ts-comment'],
  ['a file name is in camelCase', 'server/src/plantedFile.ts', 'export const x = 1', 'filename-case'],
]

describe('the linter', () => {
  // In files of their own, so that one run of the linter reports all of them.
  const planted = lintBreaches.map(([breach, path, text, message], index) => ({
    breach,
    path: path.replace(/\bplanted\b/, `planted-${index}`),
    text,
    message,
  }))
  /** @type {{ filename: string, message: string, help?: string, code: string }[]} */
  let diagnostics = []

  beforeAll(() => {
    for (const { path, text } of planted) plant(path, text)
    try {
      const { output } = run('oxlint', ['--format=json', ...planted.map(({ path }) => path)])
      diagnostics = JSON.parse(output).diagnostics
    } finally {
      for (const { path } of planted) rmSync(join(copyFolder, path))
    }
  })

  test.each(planted)('the linter reports that $breach', ({ path, message }) => {
    const reported = diagnostics.filter(({ filename }) => filename === path)
    expect(reported.map((each) => `${each.code} ${each.message} ${each.help}`).join('\n')).toContain(message)
  })
})

test('the linter reports an import cycle', () => {
  withPlanted('server/src/planted-a.ts', "import { b } from './planted-b.ts'\nexport const a = () => b", () =>
    withPlanted('server/src/planted-b.ts', "import { a } from './planted-a.ts'\nexport const b = () => a", () =>
      expect(run('oxlint', ['server/src/planted-a.ts', 'server/src/planted-b.ts'])).toMatchObject({
        passed: false,
        output: expect.stringContaining('no-cycle'),
      }),
    ),
  )
})

test('the format check names an unformatted file and accepts a formatted one', () => {
  const file = 'server/src/planted.ts'
  const check = () => run('oxfmt', ['--check', file])
  withPlanted(file, 'export const a  =  "x";', () =>
    expect(check()).toEqual({ passed: false, output: expect.stringContaining(file) }),
  )
  withPlanted(file, "export const a = 'x'", () => expect(check().passed).toBe(true))
})
