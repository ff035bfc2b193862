// Real calendar programs read the calendar text. Each test is skipped where its program is not installed
// (Debian: python3-vobject, khal, vdirsyncer, calcurse). The ical.js tests beside this file always run.
import { execFile, spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createCalendarEntry, arbitraryCalendarEntry } from '#testing/calendar-entries.ts'
import { cleanLine } from '@gaffer/domain/shared/plain-text'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { formatCalendar, type FeedEntry } from './calendar-text.ts'

const run = promisify(execFile)

let id = 0
const aNamedEntry = (title: string, changes: Partial<FeedEntry> = {}) =>
  createCalendarEntry({ id: `019ad2f0-0000-7000-8000-${String(++id).padStart(12, '0')}`, title, ...changes })

const entries = [
  aNamedEntry('Clocks back', { date: '2025-10-25', startTime: '21:00', endTime: '02:30' }),
  aNamedEntry('First half past one', { date: '2025-10-25', startTime: '21:00', endTime: '01:30' }),
  aNamedEntry('Evening; with, a\\b 🎸', { notes: `one\ntwo; three, ${'🎸'.repeat(60)}` }),
  aNamedEntry('Night', { date: '2025-12-05', endTime: '01:00' }),
  aNamedEntry('Open end', { date: '2025-12-06', endTime: null }),
  aNamedEntry('Festival', {
    type: 'festival',
    date: '2025-12-08',
    endDate: '2025-12-11',
    isAllDay: true,
    venue: 'A field',
  }),
  aNamedEntry('Long weekend', { date: '2025-12-12', endDate: '2025-12-14', endTime: '12:00' }),
  aNamedEntry('Called off', { date: '2025-12-20', status: 'cancelled' }),
  aNamedEntry('Pencilled', { date: '2025-12-21', status: 'tentative' }),
  aNamedEntry('Clocks forward', { date: '2026-03-28', startTime: '22:00', endTime: '03:00' }),
]
const url = 'https://gaffer.example/calendar'
const text = formatCalendar({ name: 'Copper Kettles', urlOf: () => url, entries })

const nastyEntries = fc
  .sample(arbitraryCalendarEntry, { numRuns: 150, seed: 20251204 })
  .filter((entry) => cleanLine(entry.title ?? ''))
const nastyText = formatCalendar({ name: 'Copper, Kettles; \\ 🎸', urlOf: () => url, entries: nastyEntries })

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gaffer-calendar-'))
})
afterAll(() => rm(folder, { recursive: true }))

const python = ['python3', '/usr/bin/python3'].find(
  (program) => spawnSync(program, ['-c', 'import vobject']).status === 0,
)

function isInstalled(...programs: string[]): boolean {
  return programs.every((program) => spawnSync(program, ['--version']).status === 0)
}

/** Runs a program in the London time zone, without the user's own settings. */
async function runInLondon(program: string, args: string[], settings: Record<string, string> = {}): Promise<string> {
  const { PATH = '' } = process.env
  const env = { PATH, HOME: folder, LC_ALL: 'C.UTF-8', TZ: 'Europe/London', ...settings }
  const running = run(program, args, { env, timeout: 60_000 })
  running.child.stdin?.end()
  const { stdout, stderr } = await running
  return stdout + stderr
}

const summariesByVobject = `
import json, sys, vobject
calendar = vobject.readOne(open(sys.argv[1], newline='', encoding='utf-8').read())
calendar.validate(raiseException=True)
print(json.dumps([[str(e.summary.value), str(e.dtstart.value), str(e.dtend.value) if hasattr(e, 'dtend') else None]
                  for e in calendar.vevent_list]))
`

test.skipIf(!python)(
  'python3-vobject accepts the calendar text as valid and reads the London times of its events (skipped where not installed)',
  async () => {
    const read = async (name: string, ics: string) => {
      await writeFile(join(folder, name), ics)
      const printed = await runInLondon(python ?? '', ['-c', summariesByVobject, join(folder, name)])
      return JSON.parse(printed) as [summary: string, start: string, end: string | null][]
    }
    expect(await read('vobject.ics', text)).toEqual([
      ['Clocks back', '2025-10-25 21:00:00+01:00', '2025-10-26 02:30:00+00:00'],
      ['First half past one', '2025-10-25 21:00:00+01:00', '2025-10-26 00:30:00+00:00'],
      ['Evening; with, a\\b 🎸', '2025-12-04 19:00:00+00:00', '2025-12-04 21:30:00+00:00'],
      ['Night', '2025-12-05 19:00:00+00:00', '2025-12-06 01:00:00+00:00'],
      ['Open end', '2025-12-06 19:00:00+00:00', null],
      ['Festival', '2025-12-08', '2025-12-12'],
      ['Long weekend', '2025-12-12 19:00:00+00:00', '2025-12-14 12:00:00+00:00'],
      ['Called off', '2025-12-20 19:00:00+00:00', '2025-12-20 21:30:00+00:00'],
      ['Pencilled', '2025-12-21 19:00:00+00:00', '2025-12-21 21:30:00+00:00'],
      ['Clocks forward', '2026-03-28 22:00:00+00:00', '2026-03-29 03:00:00+01:00'],
    ])
    const nasty = await read('vobject-nasty.ics', nastyText)
    expect(nasty).toHaveLength(nastyEntries.length)
    nastyEntries.forEach((entry, index) => expect(nasty[index]?.[0]).toContain(cleanLine(entry.title ?? '')))
  },
)

test.skipIf(!isInstalled('calcurse'))(
  'calcurse imports every event of the calendar text (skipped where not installed)',
  async () => {
    for (const [name, ics, count] of [
      ['plain', text, entries.length],
      ['nasty', nastyText, nastyEntries.length],
    ] as const) {
      await writeFile(join(folder, `${name}.ics`), ics)
      const report = await runInLondon('calcurse', [
        '-D',
        join(folder, `calcurse-${name}`),
        '-i',
        join(folder, `${name}.ics`),
      ])
      const [, appointments, events, skipped] =
        /(\d+) apps? \/ (\d+) events? \/ 0 todos? \/ (\d+) skipped/.exec(report) ?? []
      expect(skipped).toBe('0')
      expect(Number(appointments) + Number(events)).toBe(count)
    }
  },
)

test.skipIf(!isInstalled('vdirsyncer', 'khal'))(
  'vdirsyncer subscribes to the calendar text, and khal lists the events with their London times (skipped where not installed)',
  async () => {
    const server = createServer((_, reply) => reply.setHeader('content-type', 'text/calendar; charset=utf-8').end(text))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const items = join(folder, 'items')
    await mkdir(items)
    await writeFile(join(folder, 'vdirsyncer.conf'), vdirsyncerConfig(`http://127.0.0.1:${port}/feed.ics`, items))
    await writeFile(join(folder, 'khal.conf'), khalConfig(items))
    const settings = { VDIRSYNCER_CONFIG: join(folder, 'vdirsyncer.conf') }
    try {
      await runInLondon('vdirsyncer', ['discover', 'feed'], settings)
      await runInLondon('vdirsyncer', ['sync'], settings)
      expect(await readdir(items)).toHaveLength(entries.length)
      // A second sync of the unchanged feed copies nothing.
      expect(await runInLondon('vdirsyncer', ['sync'], settings)).not.toContain('Copying')
    } finally {
      server.close()
    }

    const format = '{title}|{start-long-full}|{end-long-full}|{location}|{status}'
    const list = ['-c', join(folder, 'khal.conf'), 'list', '--once', '--notstarted', '--day-format', '']
    const shown = await runInLondon('khal', [...list, '--format', format, '2025-10-01', '210d'])
    const lines = shown.split('\n').map((line) => line.trim())
    expect(lines.filter(Boolean).toSorted()).toEqual([
      'Called off|2025-12-20 19:00|2025-12-20 21:30|Old Chapel Studios|CANCELLED',
      'Clocks back|2025-10-25 21:00|2025-10-26 02:30|Old Chapel Studios|CONFIRMED',
      'Clocks forward|2026-03-28 22:00|2026-03-29 03:00|Old Chapel Studios|CONFIRMED',
      'Evening; with, a\\b 🎸|2025-12-04 19:00|2025-12-04 21:30|Old Chapel Studios|CONFIRMED',
      'Festival|2025-12-08 00:00|2025-12-11 00:00|A field|CONFIRMED',
      'First half past one|2025-10-25 21:00|2025-10-26 01:30|Old Chapel Studios|CONFIRMED',
      'Long weekend|2025-12-12 19:00|2025-12-14 12:00|Old Chapel Studios|CONFIRMED',
      'Night|2025-12-05 19:00|2025-12-06 01:00|Old Chapel Studios|CONFIRMED',
      // khal shows an event without an end as one hour.
      'Open end|2025-12-06 19:00|2025-12-06 20:00|Old Chapel Studios|CONFIRMED',
      'Pencilled|2025-12-21 19:00|2025-12-21 21:30|Old Chapel Studios|TENTATIVE',
    ])
  },
  60_000,
)

function vdirsyncerConfig(url: string, items: string): string {
  return [
    '[general]',
    `status_path = "${join(folder, 'status')}"`,
    '[pair feed]',
    'a = "there"',
    'b = "here"',
    'collections = null',
    'conflict_resolution = "a wins"',
    '[storage there]',
    'type = "http"',
    `url = "${url}"`,
    '[storage here]',
    'type = "filesystem"',
    `path = "${items}"`,
    'fileext = ".ics"',
    '',
  ].join('\n')
}

function khalConfig(items: string): string {
  return [
    '[calendars]',
    '[[feed]]',
    `path = ${items}`,
    '[locale]',
    'local_timezone = Europe/London',
    'default_timezone = Europe/London',
    'timeformat = %H:%M',
    ...['dateformat', 'longdateformat'].map((name) => `${name} = %Y-%m-%d`),
    ...['datetimeformat', 'longdatetimeformat'].map((name) => `${name} = %Y-%m-%d %H:%M`),
    '[sqlite]',
    `path = ${join(folder, 'khal.db')}`,
    '',
  ].join('\n')
}
