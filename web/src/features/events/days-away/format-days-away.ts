// The texts of the days-away sheet.

/** The label of the save button: "Save 9 days away", "Remove 1 day away", "Save 2 days away, remove 1". */
export function formatDaysAwaySaveLabel(added: number, removed: number): string {
  if (added === 0 && removed === 0) return 'Save days away'
  if (added === 0) return `Remove ${daysAway(removed)}`
  return removed === 0 ? `Save ${daysAway(added)}` : `Save ${daysAway(added)}, remove ${removed}`
}

/** "9 days away saved, 2 removed". */
export function formatDaysAwaySaved(added: number, removed: number): string {
  if (added === 0) return `${daysAway(removed)} removed`
  return removed === 0 ? `${daysAway(added)} saved` : `${daysAway(added)} saved, ${removed} removed`
}

function daysAway(count: number): string {
  return count === 1 ? '1 day away' : `${count} days away`
}
