import { addDays, dayInWords, todayInLondon } from '@gaffer/domain/shared/dates'
import type { Notice } from '@gaffer/domain/notices/notice'

export type NoticesOfDay = { label: string; notices: Notice[] }

/** Groups notices, which are newest first, by their day in London: "Today", "Yesterday", "Friday 12 March". */
export function groupNoticesByDay(notices: readonly Notice[], today: string): NoticesOfDay[] {
  const byDay = Map.groupBy(notices, ({ createdAt }) => todayInLondon(new Date(createdAt)))
  return [...byDay].map(([day, ofDay]) => ({ label: labelOf(day, today), notices: ofDay }))
}

function labelOf(day: string, today: string): string {
  if (day === today) return 'Today'
  return day === addDays(today, -1) ? 'Yesterday' : dayInWords(day)
}
