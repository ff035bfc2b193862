import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { inRepository } from './setup/repository.mjs'

/** @param {...string} args */
function bench(...args) {
  return spawnSync(process.execPath, [inRepository('scripts', 'bench.mjs'), ...args], { encoding: 'utf8' })
}

test('npm run bench without a name lists each benchmark with one sentence, and no other file', () => {
  const { status, stdout } = bench()
  expect(status).toBe(0)
  const names = stdout
    .trim()
    .split('\n')
    .map((line) => /^(\S+) +[A-Z].+\.$/.exec(line)?.[1])
  const all = [
    'api',
    'enumeration',
    'failover',
    'feed',
    'growth',
    'heavy-reads',
    'large-bodies',
    'live',
    'memory',
    'pages',
    'practice-list',
  ]
  expect(names).toEqual(expect.arrayContaining(all))
  expect(names).not.toContain('load')
  expect(names).not.toContain('api-servers')
})

test('npm run bench with an unknown name exits 2 and lists the names', () => {
  const { status, stderr } = bench('../scripts/bench')
  expect(status).toBe(2)
  expect(stderr).toContain('There is no benchmark "../scripts/bench"')
  expect(stderr).toMatch(/^failover /m)
})
