// Groups consecutive songs that one member added or removed, such as an import, into one activity line.

import type { Activity } from '@gaffer/domain/activity'

/** The newest activity of a group, and the number of further songs in it. */
export type Line = Activity & { moreSongs: number }

const isAboutSongs = ({ verb }: Activity) => verb === 'added_song' || verb === 'removed_song'

export function gatherSongs(activities: readonly Activity[]): Line[] {
  const lines: Line[] = []
  for (const activity of activities) {
    const last = lines.at(-1)
    const isMore = last && isAboutSongs(activity) && last.verb === activity.verb && last.actor === activity.actor
    if (isMore && isSameDay(last, activity)) last.moreSongs += 1
    else lines.push({ ...activity, moreSongs: 0 })
  }
  return lines
}

function isSameDay(one: Activity, other: Activity): boolean {
  return one.at.slice(0, 10) === other.at.slice(0, 10)
}
