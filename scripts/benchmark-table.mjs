// Prints the table of figures with which `npm run bench` ends.
import { formatRatio } from '../tools/bench/report.mjs'

/** @typedef {import('../tools/bench/report.mjs').Row} Row */
/** @typedef {{ name: string, rows: Row[], error: string | null }} Outcome `error` says why the run failed; its figures may be incomplete */

/** @param {Outcome[]} outcomes */
export function printTable(outcomes) {
  const lines = [
    ['benchmark', 'figure', 'value', 'ratio', 'limit', 'result'],
    ...outcomes.flatMap(({ name, rows, error }) => [
      ...rows.map(({ figure, value, ratio, limit, result }) => [
        name,
        figure,
        value,
        ratio === null ? '' : formatRatio(ratio),
        limit,
        result,
      ]),
      ...(error === null ? [] : [[name, error, '', '', '', 'failed']]),
    ]),
  ]
  const widths = (lines[0] ?? []).map((_, column) => Math.max(...lines.map((line) => (line[column] ?? '').length)))
  console.log('')
  for (const line of lines)
    console.log(
      line
        .map((text, column) => text.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
}
