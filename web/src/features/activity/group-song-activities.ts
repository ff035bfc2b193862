// Joins consecutive activities in which one member added, removed or restored songs on one day, such as an import, into one line.

import type { ActivityListItem, ActivityVerb } from '@gaffer/domain/activity/activity'
import { formatDayInLondon } from '@gaffer/domain/shared/dates'

/** One activity, or the newest of several joined activities. `moreSongs` counts the older joined ones; `restorable` has the songs of all. */
export type ActivityLine = ActivityListItem & { moreSongs: number }

const songVerbs: ReadonlySet<ActivityVerb> = new Set(['added_song', 'removed_song', 'restored_song'])

export function groupSongActivities(activities: readonly ActivityListItem[]): ActivityLine[] {
  const lines: ActivityLine[] = []
  for (const activity of activities) {
    const last = lines.at(-1)
    const isSameAction =
      last && songVerbs.has(activity.verb) && last.verb === activity.verb && last.actor === activity.actor
    if (isSameAction && isSameDay(last, activity)) {
      last.moreSongs += 1
      last.restorable = mergeRestorable(last.restorable, activity.restorable)
    } else lines.push({ ...activity, moreSongs: 0 })
  }
  return lines
}

function isSameDay(one: ActivityListItem, other: ActivityListItem): boolean {
  return formatDayInLondon(one.at) === formatDayInLondon(other.at)
}

function mergeRestorable(
  one: ActivityListItem['restorable'],
  other: ActivityListItem['restorable'],
): ActivityListItem['restorable'] {
  if (one === null || other === null) return one ?? other
  return { kind: one.kind, ids: [...one.ids, ...other.ids] }
}
