// The pages' shell for every path of theirs, whoever asks: browsers, and programs that take no compression.

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { handleError } from './errors.ts'
import { registerPages } from './pages.ts'

const app = Fastify()
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gaffer-pages-'))
  await mkdir(join(folder, 'assets'))
  await writeFile(join(folder, 'index.html'), 'the shell')
  app.setErrorHandler(handleError)
  await registerPages(app, folder)
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true, force: true })
})

test.each([
  ['/', 200],
  ['/?from=a-link', 200],
  ['/login', 200],
  ['/calendar/', 200],
  ['/no-such-page', 404],
])('%s is the shell, with %i', async (url, status) => {
  for (const headers of [{}, { 'accept-encoding': 'br, gzip' }, { 'accept-encoding': 'identity' }]) {
    const answer = await app.inject({ url, headers })
    expect([answer.statusCode, answer.body.slice(0, 9)]).toEqual([status, 'the shell'])
  }
})

test('a folder is nothing to read', async () => {
  for (const headers of [{}, { 'accept-encoding': 'br' }]) {
    const answer = await app.inject({ url: '/assets/', headers })
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'not_found'])
  }
})
