// CSV (RFC 4180) that spreadsheet programs show as text: no cell runs a formula.

/** A first character that makes spreadsheet programs read a cell as a formula. */
const formulaStart = /^[=+\-@\t\r]/

/** One cell: quoted where needed, and with an apostrophe before text that a spreadsheet would run as a formula. */
function formatCsvCell(value: string | number): string {
  const text = String(value)
  const harmless = formulaStart.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** The rows as a CSV file, with a byte order mark, from which Excel knows that the file is UTF-8. */
export function toCsv(rows: readonly (readonly (string | number)[])[]): string {
  return `\uFEFF${rows.map((row) => `${row.map(formatCsvCell).join(',')}\r\n`).join('')}`
}

/** Pence as pounds: "84.50", and in brackets if negative, as spreadsheets read it: a minus could begin a formula. */
export function formatPoundsForCsv(pence: number): string {
  const text = (Math.abs(pence) / 100).toFixed(2)
  return pence < 0 ? `(${text})` : text
}
