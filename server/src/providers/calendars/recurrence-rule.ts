// Reads recurrence rules (RFC 5545 section 3.3.10).

const frequencies = ['SECONDLY', 'MINUTELY', 'HOURLY', 'DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'] as const
export type Frequency = (typeof frequencies)[number]

export type RecurrenceRule = {
  freq: Frequency
  interval: number
  /** Infinity without COUNT. */
  count: number
  /** The last wall-clock time; Infinity without UNTIL. */
  until: number
  bySecond: number[]
  byMinute: number[]
  byHour: number[]
  /** Monday is 0. `nth` is 0 for every such weekday, and counts from the end if negative. */
  byDay: { nth: number; weekday: number }[]
  byMonthDay: number[]
  byYearDay: number[]
  byWeekNo: number[]
  byMonth: number[]
  bySetPos: number[]
  weekStart: number
}

/** Called for each unit of work; throws when the entry has used up its time. */
export type CountStep = () => void
const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']
const knownParts = new Set(
  'FREQ INTERVAL COUNT UNTIL WKST BYSECOND BYMINUTE BYHOUR BYDAY BYMONTHDAY BYYEARDAY BYWEEKNO BYMONTH BYSETPOS'.split(
    ' ',
  ),
)

/** Throws a RangeError for a rule that the RFC does not allow. `readUntil` reads the value of UNTIL. */
export function parseRule(text: string, isDate: boolean, readUntil: (value: string) => number): RecurrenceRule {
  const parts = new Map<string, string>()
  for (const part of text.toUpperCase().split(';')) {
    const [name = '', value] = part.split('=').map((one) => one.trim())
    if (part.trim() === '') continue
    if (!value || !knownParts.has(name) || parts.has(name)) throw new RangeError(`Rule part ${part} is unreadable`)
    parts.set(name, value)
  }
  const [count, until] = [parts.get('COUNT'), parts.get('UNTIL')]
  const readUnsigned = (name: string, least: number, most: number) =>
    readNumbers(parts.get(name), least, most, /^\d{1,2}$/)
  const readSigned = (name: string, most: number) => readNumbers(parts.get(name), 1, most, /^[+-]?\d{1,3}$/)
  const rule = {
    freq: requireOneOf(frequencies, parts.get('FREQ')),
    // Some programs write INTERVAL=0 and mean 1.
    interval: Math.max(readCount(parts.get('INTERVAL') ?? '1', 0), 1),
    count: count === undefined ? Infinity : readCount(count, 1),
    until: until === undefined ? Infinity : readUntil(until),
    // Ignored for a date (section 3.3.10).
    bySecond: isDate ? [] : readUnsigned('BYSECOND', 0, 60),
    byMinute: isDate ? [] : readUnsigned('BYMINUTE', 0, 59),
    byHour: isDate ? [] : readUnsigned('BYHOUR', 0, 23),
    byDay: parts.get('BYDAY')?.split(',').map(readWeekday) ?? [],
    byMonthDay: readSigned('BYMONTHDAY', 31),
    byYearDay: readSigned('BYYEARDAY', 366),
    byWeekNo: readSigned('BYWEEKNO', 53),
    byMonth: readUnsigned('BYMONTH', 1, 12),
    bySetPos: readSigned('BYSETPOS', 366),
    weekStart: weekdays.indexOf(requireOneOf(weekdays, parts.get('WKST') ?? 'MO')),
  }
  refuseForbiddenCombination(rule, isDate)
  return rule
}

function requireOneOf<T extends string>(values: readonly T[], value: string | undefined): T {
  const found = values.find((one) => one === value)
  if (found === undefined) throw new RangeError(`${value} is none of ${values.join()}`)
  return found
}

function readCount(value: string, least: number): number {
  if (!/^\d+$/.test(value) || Number(value) < least) throw new RangeError(`${value} is no count`)
  return Number(value)
}

/** The absolute value of each number is between `least` and `most`. */
function readNumbers(value: string | undefined, least: number, most: number, pattern: RegExp): number[] {
  const numbers = value?.split(',').map((one) => (pattern.test(one.trim()) ? Number(one) : Number.NaN)) ?? []
  const isValid = (one: number) => Math.abs(one) >= least && Math.abs(one) <= most
  if (!numbers.every(isValid)) throw new RangeError(`${value} is not a list of numbers from ${least} to ${most}`)
  return [...new Set(numbers)]
}

function readWeekday(value: string): { nth: number; weekday: number } {
  const [, nth = '0', day] = /^([+-]?[1-9]\d?)?([A-Z]{2})$/.exec(value.trim()) ?? []
  const weekday = weekdays.indexOf(requireOneOf(weekdays, day))
  return { nth: Number(nth), weekday }
}

/** Throws a RangeError for a combination of parts that RFC 5545 section 3.3.10 forbids. */
function refuseForbiddenCombination(rule: RecurrenceRule, isDate: boolean): void {
  const { freq, byDay, byMonthDay, byYearDay, byWeekNo, byMonth, bySetPos, bySecond, byMinute, byHour } = rule
  const isYearly = freq === 'YEARLY'
  const ordinals = byDay.map(({ nth }) => Math.abs(nth))
  const highest = freq === 'MONTHLY' || byMonth.length > 0 ? 5 : 53
  const others = [byDay, byMonthDay, byYearDay, byWeekNo, byMonth, bySecond, byMinute, byHour]
  const forbidden: Record<string, boolean> = {
    'a date that repeats within a day': isDate && ['SECONDLY', 'MINUTELY', 'HOURLY'].includes(freq),
    'BYMONTHDAY in a weekly rule': freq === 'WEEKLY' && byMonthDay.length > 0,
    'BYYEARDAY in this rule': ['DAILY', 'WEEKLY', 'MONTHLY'].includes(freq) && byYearDay.length > 0,
    'BYWEEKNO in a rule that is not yearly': !isYearly && byWeekNo.length > 0,
    'an ordinal in BYDAY of this rule':
      ordinals.some((nth) => nth > 0) && !(freq === 'MONTHLY' || (isYearly && byWeekNo.length === 0)),
    'an ordinal that no month or year has': ordinals.some((nth) => nth > highest),
    'BYSETPOS alone': bySetPos.length > 0 && others.every(({ length }) => length === 0),
  }
  const found = Object.keys(forbidden).find((name) => forbidden[name])
  if (found) throw new RangeError(`The rule has ${found}`)
}
