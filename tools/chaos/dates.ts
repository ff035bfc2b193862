import { addDays, todayInLondon } from '@gaffer/domain/shared/dates'

const today = todayInLondon(new Date())

/** Relative to today: members cannot answer events that are over, or ask deps to them. */
export const dateInDays = (days: number): string => addDays(today, days)
