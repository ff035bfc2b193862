import { chunksOf } from '#platform/chunks.ts'
import { runHeavyReadSlice } from '#http/limits/heavy-reads.ts'

/** Number of rows that are written in one turn of the event loop. */
const rowsPerSlice = 50

type RowLists<Row> = AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>

/**
 * Yields the text of a JSON property, with a comma before it, whose value is an array with one line per row. `toText` gives the JSON of a
 * row.
 */
export async function* streamTrailingJsonArrayProperty<Row>(
  key: string,
  rowLists: RowLists<Row>,
  toText: (row: Row) => string,
): AsyncGenerator<string> {
  yield `,\n  ${JSON.stringify(key)}: [`
  let isFirst = true
  for await (const rows of rowLists) {
    for (const slice of chunksOf(rows, rowsPerSlice)) {
      const lines = await runHeavyReadSlice(() => slice.map((row) => `\n    ${toText(row)}`).join(','))
      yield isFirst ? lines : `,${lines}`
      isFirst = false
    }
  }
  yield isFirst ? ']' : '\n  ]'
}
