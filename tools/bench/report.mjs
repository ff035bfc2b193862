// Reports the figures of a benchmark: prints each at once and sends it to `npm run bench`, which ends with a table of all
// (`printTable` in scripts/benchmark-table.mjs).

/**
 * `ratio` is the number that a limit applies to: a ratio to a baseline or to a limit in a unit, or a count.
 * @typedef {{ figure: string, value: string, ratio: number | null, limit: string, result: 'ok' | 'over' | 'under' }} Row
 */

/**
 * Sets the exit code to 1 if the ratio is beyond its limit. NaN is beyond every limit.
 * @param {string} figure what was measured
 * @param {string} value with its unit
 * @param {{ ratio?: number, atMost?: number, atLeast?: number }} [comparison] without a limit the figure is for information
 */
export function report(figure, value, { ratio, atMost, atLeast } = {}) {
  const row = toRow(figure, value, ratio, atMost, atLeast)
  if (row.result !== 'ok') process.exitCode = 1
  console.log(formatRow(row))
  process.send?.({ benchmarkRow: row })
}

/** @param {string} figure @param {number} count @param {number} limit */
export function reportCount(figure, count, limit) {
  report(figure, `${count}`, { ratio: count, atMost: limit })
}

/** @param {string} figure @param {string} value @param {number} [ratio] @param {number} [atMost] @param {number} [atLeast] @returns {Row} */
function toRow(figure, value, ratio, atMost, atLeast) {
  const row = { figure, value, ratio: ratio ?? null }
  // With BENCH_CHECK, a benchmark runs in its shortest form, to which no limit applies.
  if (process.env['BENCH_CHECK'] !== undefined) return { ...row, limit: 'none', result: 'ok' }
  if (atMost !== undefined)
    return { ...row, limit: `≤ ${atMost}`, result: Number(ratio ?? Number.NaN) <= atMost ? 'ok' : 'over' }
  if (atLeast !== undefined)
    return { ...row, limit: `≥ ${atLeast}`, result: Number(ratio ?? Number.NaN) >= atLeast ? 'ok' : 'under' }
  return { ...row, limit: 'none', result: 'ok' }
}

/** @param {Row} row */
function formatRow({ figure, value, ratio, limit, result }) {
  const comparison = ratio === null ? '' : `  ratio ${formatRatio(ratio)}  limit ${limit}`
  return `${figure.padEnd(48)} ${value}${comparison}${result === 'ok' ? '' : `  ${result.toUpperCase()} THE LIMIT`}`
}

/** @param {number} ratio a count has no decimals */
export const formatRatio = (ratio) => (Number.isInteger(ratio) ? `${ratio}` : ratio.toFixed(2))
