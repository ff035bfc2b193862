// Validators of the routes' search parameters. An invalid value is dropped, so that a mistyped link still opens its page.

type SearchParameters = Record<string, unknown>

export type CalendarSearch = {
  /** yyyy-MM */
  month?: string | undefined
  view?: 'month' | 'agenda' | undefined
  /** Opens the event of that id. */
  event?: string | undefined
  /** Opens the form for a new event on that date, yyyy-MM-dd. */
  add?: string | undefined
  /** Opens "Find a date". */
  find?: '' | undefined
}

const idPattern = /^[\w-]{1,64}$/

/** Returns every parameter, an invalid one as undefined: the router would keep the raw value of a parameter that is not returned. */
export function validateCalendarSearch({ month, view, event, add, find }: SearchParameters): CalendarSearch {
  return {
    month: isMonth(month) ? month : undefined,
    view: view === 'month' || view === 'agenda' ? view : undefined,
    event: typeof event === 'string' && idPattern.test(event) ? event : undefined,
    add: isDate(add) ? add : undefined,
    find: find === undefined ? undefined : '',
  }
}

/** `?add` opens the form for a new song, `?song=` the song of that id. */
export function validateSongsSearch({ add, song }: SearchParameters): {
  add?: '' | undefined
  song?: string | undefined
} {
  return {
    add: add === undefined ? undefined : '',
    song: typeof song === 'string' && idPattern.test(song) ? song : undefined,
  }
}

export const adminTabs = ['settings', 'members', 'spotify', 'page'] as const
export type AdminTab = (typeof adminTabs)[number]

/** `?tab=members&invite` opens the invitation dialog. */
export function validateAdminSearch({ tab, invite }: SearchParameters): {
  tab?: AdminTab | undefined
  invite?: '' | undefined
} {
  return { tab: adminTabs.find((name) => name === tab), invite: invite === undefined ? undefined : '' }
}

/** Makes a validator that keeps the named parameters as strings, without checking their values. */
export function createStringSearchValidator<Key extends string>(...keys: Key[]) {
  return (search: SearchParameters): { [K in Key]?: string } => {
    const present = keys.filter((key) => search[key] !== undefined).map((key) => [key, String(search[key])])
    return Object.fromEntries(present) as { [K in Key]?: string }
  }
}

// Does not use `isRealDate` of dates.ts (1.4 kB), because every page downloads this file, the landing page too. A test compares both functions.
function isDate(value: unknown): value is string {
  if (typeof value !== 'string' || !/^(20\d\d|2100)-\d\d-\d\d$/.test(value)) return false
  const [year = 0, month = 0, day = 0] = value.split('-').map(Number)
  return new Date(Date.UTC(year, month - 1, day)).toISOString().startsWith(value)
}

function isMonth(value: unknown): value is string {
  return isDate(`${String(value)}-01`)
}
