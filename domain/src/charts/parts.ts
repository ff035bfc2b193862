// Which charts are for a member: a chart of the part "Bass" is for "Bass guitar", and one of "Lead guitar and vocals" for "Guitar".

const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

/** Whether one of the parts contains the other as whole words, whatever their case. */
export function isForPart(chartPart: string, memberPart: string): boolean {
  const [a, b] = [wordsOf(chartPart), wordsOf(memberPart)]
  return containsWords(a, b) || containsWords(b, a)
}

function containsWords(words: readonly string[], wanted: readonly string[]): boolean {
  return wanted.length > 0 && ` ${words.join(' ')} `.includes(` ${wanted.join(' ')} `)
}

type SortableChart = { part: string | null; name: string; id: string }

/** Sorts charts for a member: first charts of their part, then charts of no part, then the others, each group by name. */
export function sortChartsForPart<Chart extends SortableChart>(charts: readonly Chart[], memberPart: string): Chart[] {
  const rank = ({ part }: SortableChart) => (part === null ? 1 : isForPart(part, memberPart) ? 0 : 2)
  return charts.toSorted(
    (a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name, 'en-GB', { numeric: true }) || (a.id < b.id ? -1 : 1),
  )
}

/** The charts for a dep: the charts for the instrument and for no part, or all charts if none is for the instrument. */
export function selectChartsForInstrument<Chart extends SortableChart>(
  charts: readonly Chart[],
  instrument: string,
): Chart[] {
  const hasMatch = charts.some(({ part }) => part !== null && isForPart(part, instrument))
  const selected = hasMatch ? charts.filter(({ part }) => part === null || isForPart(part, instrument)) : charts
  return sortChartsForPart(selected, instrument)
}
