import { addDays, todayInLondon } from '@gaffer/domain/shared/dates'

const today = todayInLondon(new Date())

/** A date relative to today, because members cannot answer past events or ask deps for them. */
export const dateInDays = (days: number): string => addDays(today, days)
