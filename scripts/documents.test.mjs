// Tests the documents against the repository: paths, links, versions and settings.

import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { repositoryPath } from './setup/repository.mjs'

/** @param {string} path @returns {string} */
const read = (path) => readFileSync(repositoryPath(path), 'utf8')
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: repositoryPath('.'),
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => path !== '' && existsSync(repositoryPath(path)))

/** Documents name a file or folder by the end of its path. @param {string} path */
const hasFile = (path) => files.some((file) => `/${file}`.endsWith(`/${path}`) || `/${file}`.includes(`/${path}/`))
/** Code spans that look like paths but are a media type, part of a data folder, a setting with a path, or a build result. */
const notInRepository = /^([A-Z_]+|postgresql|web\/dist|text|image|application)\//

describe.each(files.filter((path) => path.endsWith('.md')))('%s', (page) => {
  const text = read(page).replaceAll(/^```[\s\S]*?^```/gm, '')

  test(`${page} names only files and folders that exist`, () => {
    const spans = [...text.matchAll(/`([^`\s]+)`/g)].map(([, span]) => span ?? '')
    const paths = spans.filter(
      (span) =>
        /^[\w.-]+(\/[\w.-]+)+\/?$|^[\w.-]+\.(ts|tsx|mjs|sql|yaml|yml|json|css)$/.test(span) &&
        !/^\.{1,2}\//.test(span) &&
        !notInRepository.test(span),
    )
    const missing = paths.map((path) => path.replace(/\/$/, '')).filter((path) => !hasFile(path))
    expect(missing).toEqual([])
  })

  test(`${page} links only to files that exist`, () => {
    const targets = [...text.matchAll(/\]\(([^)#\s]+)[^)]*\)|src="([^"]+)"/g)].map(([, link, src]) => link ?? src ?? '')
    const local = targets.filter((target) => !/^[a-z]+:/.test(target))
    expect(local.filter((target) => !existsSync(repositoryPath(dirname(page), target)))).toEqual([])
  })
})

test('all packages have the version of the newest entry in the changelog', () => {
  const [, newest] = /^## \[(\d+\.\d+\.\d+)\]/m.exec(read('CHANGELOG.md')) ?? []
  const packages = ['.', ...JSON.parse(read('package.json')).workspaces]
  const versions = packages.map((folder) => JSON.parse(read(join(folder, 'package.json'))).version)
  expect(versions).toEqual(packages.map(() => newest))
})

test('the workflow runs the two commands of the README on Linux and macOS, with actions of a pinned major version', () => {
  const { commands } = parse(read('.github/workflows/readme-commands.yml')).jobs
  expect(commands.strategy.matrix.os.map((/** @type {string} */ os) => os.split('-')[0])).toEqual(['ubuntu', 'macos'])
  /** @type {{ uses?: string, run?: string }[]} */
  const steps = commands.steps
  const scripts = steps.flatMap(({ run = '' }) => run.match(/npm (start|test)\b/g) ?? [])
  expect(scripts).toEqual(['npm start', 'npm test'])
  for (const script of scripts) expect(read('README.md')).toContain(`\n${script}\n`)
  for (const { uses } of steps.filter((step) => step.uses)) expect(uses).toMatch(/@v\d+$/)
})

test('docs/operations.md names every environment variable of server/src/config.ts', () => {
  const settings = [...read('server/src/config.ts').matchAll(/^ {2}([A-Z][A-Z_]+): /gm)].map(([, name]) => name)
  expect(settings.length).toBeGreaterThan(30)
  const text = read('docs/operations.md')
  expect(settings.filter((name) => !text.includes(`\`${name}\``))).toEqual([])
})

test('the timeouts of the documented proxies are longer than the connection timeout of the server', () => {
  const [, milliseconds] =
    /^export const connectionTimeoutMs = ([\d_]+)$/m.exec(read('server/src/http/pipeline/deadline.ts')) ?? []
  const serverSeconds = Number(milliseconds?.replaceAll('_', '')) / 1000
  const [, nginx] = /^ {2}proxy_read_timeout (\d+)s;/m.exec(read('docs/operations.md')) ?? []
  const haproxy = /^ {2}timeout server (\d+)s/m.exec(read('docs/scaling.md'))?.[1]
  for (const seconds of [nginx, haproxy]) expect(Number(seconds)).toBeGreaterThan(serverSeconds)
})
