import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { runStage, runFunctionAsStage } from './stages.mjs'

beforeEach(() => {
  for (const stream of [process.stdout, process.stderr]) vi.spyOn(stream, 'write').mockImplementation(() => true)
  for (const method of /** @type {const} */ (['log', 'error'])) vi.spyOn(console, method).mockReturnValue()
})
afterEach(() => vi.restoreAllMocks())

/** @param {string} script */
const runScript = (script) => runStage({ name: 'a script', command: 'node', args: ['-e', script] })

test('the outcome of a failed stage has the last 40 lines that it printed to both streams, without colours', async () => {
  const { passed, lastLines } = await runScript(`
    for (let line = 1; line <= 50; line += 1) console.log(line)
    process.stdout.write('', () => {
      console.error('\\u001b[31mUnhandled error\\u001b[39m')
      process.exitCode = 1
    })`)
  expect(passed).toBe(false)
  expect(lastLines).toHaveLength(40)
  expect(lastLines).toEqual(expect.arrayContaining(['50', 'Unhandled error']))
  expect(lastLines).not.toContain('1')
})

test('a stage passes if and only if its program exits with 0', async () => {
  expect((await runScript('')).passed).toBe(true)
  expect((await runScript('process.exit(3)')).passed).toBe(false)
  expect((await runScript('process.kill(process.pid)')).passed).toBe(false)
})

test('the outcome of a stage whose program cannot be started has the reason as its last line', async () => {
  // A path: the folders of PATH may be closed to this user, which is another error.
  const command = join(import.meta.dirname, 'no-such-program')
  const { passed, lastLines } = await runStage({ name: 'missing', command, args: [] })
  expect(passed).toBe(false)
  expect(lastLines.at(-1)).toBe(`${command} could not be started: spawn ${command} ENOENT`)
})

test('a stage over its time limit is ended and says so in its last lines', async () => {
  const args = ['-e', 'setInterval(() => undefined, 1000)']
  const { passed, lastLines } = await runStage({ name: 'hanging', command: 'node', args, minutes: 0.01 })
  expect(passed).toBe(false)
  expect(lastLines.at(-1)).toBe('Not finished after 0.01 minutes: ended')
})

test('a stage of a function passes if the function resolves, and has the error message as its last line if it rejects', async () => {
  const outcome = await runFunctionAsStage('work', () => Promise.reject(new Error('no browser')))
  expect(outcome).toMatchObject({ passed: false, lastLines: ['no browser'] })
  expect(await runFunctionAsStage('work', async () => undefined)).toMatchObject({ passed: true, lastLines: [] })
})
