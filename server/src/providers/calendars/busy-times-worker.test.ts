import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { Worker } from 'node:worker_threads'
import { dateInDays, buildCalendarFile, buildSlowCalendarFile, buildVevent } from '#testing/calendar-file.ts'
import { createCalendarParser, type CalendarParseRequest } from './busy-times-worker.ts'

const createRequest = (text: string): CalendarParseRequest => ({
  bytes: new TextEncoder().encode(text),
  options: { today: dateInDays(0), countAllDay: false, maxEntries: 20_000, months: 13 },
})
let members = 0
/** A turn in the queue, by default of another member at each call. */
const nextTurn = (key = `member ${(members += 1)}`, maxWaitMs = Infinity) => ({ key, maxWaitMs })
const good = buildCalendarFile(buildVevent(dateInDays(2), '10:00', '11:00'))
const slowFile = buildSlowCalendarFile()

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
})

test('parsing a calendar file that takes too long is stopped, and a new worker parses the next file', async () => {
  const parse = createCalendarParser({ timeoutMs: 4000 })
  const stopped = parse(createRequest(slowFile), nextTurn())
  const next = parse(createRequest(good), nextTurn())
  expect(await stopped).toEqual({ problem: 'too_complex' })
  expect(await next).toMatchObject({ count: 1 })
})

test('the environment of the calendar worker has NODE_COMPILE_CACHE only, and not SECRET_KEY', async () => {
  vi.stubEnv('SECRET_KEY', 'only for this test')
  const compiled = join(import.meta.dirname, '../../../../.cache/compiled')
  vi.stubEnv('NODE_COMPILE_CACHE', compiled)
  const script = `import { parentPort } from 'node:worker_threads'
    parentPort.on('message', () => parentPort.postMessage({ json: JSON.stringify(process.env), count: 0, skippedCount: 0 }))`
  const url = new URL(`data:text/javascript,${encodeURIComponent(script)}`)
  const known = await createCalendarParser({ url })(createRequest(good), nextTurn())
  expect(known).toEqual({ json: JSON.stringify({ NODE_COMPILE_CACHE: compiled }), count: 0, skippedCount: 0 })
})

test('a calendar file that needs too much memory is refused, and a new worker parses the next file', async () => {
  // Distinct texts, so that V8 cannot share them.
  const large = buildCalendarFile(
    ...Array.from({ length: 15_000 }, () =>
      buildVevent(
        dateInDays(2),
        '10:00',
        '10:01',
        'RRULE:FREQ=YEARLY',
        `EXDATE:20270101T100000Z${',20270101T100000Z'.repeat(15)}`,
      ),
    ),
  )
  const parse = createCalendarParser({ memoryMb: 12 })
  expect(await parse(createRequest(large), nextTurn())).toEqual({ problem: 'too_complex' })
  expect(await parse(createRequest(good), nextTurn())).toMatchObject({ count: 1 })
})

test('a calendar file of 20,000 entries is parsed within 42 MB, and takes less than a quarter of its processor time in the main thread', async () => {
  const time = (minutes: number) =>
    `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
  const entries = Array.from({ length: 20_000 }, (_, at) => {
    // After 3 AM: clocks change before.
    const minutes = 180 + Math.floor(at / 380) * 22
    return buildVevent(dateInDays(2 + (at % 380)), time(minutes), time(minutes + 10))
  })
  const large = createRequest(buildCalendarFile(...entries))
  const bytes = large.bytes.byteLength
  const posted = vi.spyOn(Worker.prototype, 'postMessage')
  const parse = createCalendarParser({ timeoutMs: 60_000 })
  await parse(createRequest(good), nextTurn())
  const [beforeInThread, before] = [process.threadCpuUsage(), process.cpuUsage()]
  expect(await parse(large, nextTurn())).toMatchObject({ count: 20_000 })
  // Processor time, which does not grow on a busy machine, and a share of it: garbage collection of this thread is slower on some machines.
  const [inThread, total] = [process.threadCpuUsage(beforeInThread), process.cpuUsage(before)]
  expect((inThread.user + inThread.system) / (total.user + total.system)).toBeLessThan(0.25)
  const { maxOldGenerationSizeMb = Infinity, maxYoungGenerationSizeMb = Infinity } =
    (posted.mock.contexts[0] as Worker).resourceLimits ?? {}
  expect(maxOldGenerationSizeMb + maxYoungGenerationSizeMb + bytes / 2 ** 20).toBeLessThanOrEqual(42)
})

test('calendar files of one member are parsed one after the other by one worker, and each file gets its own result', async () => {
  const posted = vi.spyOn(Worker.prototype, 'postMessage')
  const parse = createCalendarParser()
  const texts = [good, 'rubbish', good]
  const results = await Promise.all(texts.map((text) => parse(createRequest(text), nextTurn('kit'))))
  expect(results).toMatchObject([{ count: 1 }, { problem: 'not_a_calendar' }, { count: 1 }])
  expect(new Set(posted.mock.contexts).size).toBe(1)
})

test('calendar files of eight members are parsed by two workers', async () => {
  const posted = vi.spyOn(Worker.prototype, 'postMessage')
  const parse = createCalendarParser()
  const results = await Promise.all(Array.from({ length: 8 }, () => parse(createRequest(good), nextTurn())))
  expect(results.map((result) => result && 'count' in result && result.count)).toEqual(Array(8).fill(1))
  expect(new Set(posted.mock.contexts).size).toBe(2)
})

test('slow calendar files of one member do not delay another member’s file, and the slow files that wait longer than their limit are given up', async () => {
  const parse = createCalendarParser({ timeoutMs: 3000 })
  const slow = Array.from({ length: 5 }, () => parse(createRequest(slowFile), nextTurn('kit', 1000)))
  const startedAt = performance.now()
  expect(await parse(createRequest(good), nextTurn('dee', 1000))).toMatchObject({ count: 1 })
  expect(performance.now() - startedAt).toBeLessThan(3000)
  const [first, ...others] = await Promise.all(slow)
  expect(first).toEqual({ problem: 'too_complex' })
  expect(others).toEqual([undefined, undefined, undefined, undefined])
})

test('while two slow calendar files use both workers, a file with a wait limit is given up, and a file without a limit is parsed later', async () => {
  const parse = createCalendarParser({ timeoutMs: 3000 })
  const slow = [parse(createRequest(slowFile), nextTurn()), parse(createRequest(slowFile), nextTurn())]
  const startedAt = performance.now()
  const patient = parse(createRequest(good), nextTurn())
  expect(await parse(createRequest(good), nextTurn('dee', 500))).toBeUndefined()
  expect(performance.now() - startedAt).toBeLessThan(2500)
  expect(await Promise.all(slow)).toEqual([{ problem: 'too_complex' }, { problem: 'too_complex' }])
  expect(await patient).toMatchObject({ count: 1 })
})
