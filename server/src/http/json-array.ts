import { chunksOf } from '#platform/chunks.ts'
import { runSlice } from './heavy-reads.ts'

/** Rows written per turn of the event loop. */
const rowsInSlice = 50

type RowLists<Row> = AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>

/** Text of a property of a JSON object, after another one: an array with a line for each row. `toText` gives the JSON of a row. */
export async function* jsonArrayProperty<Row>(
  key: string,
  rowLists: RowLists<Row>,
  toText: (row: Row) => string,
): AsyncGenerator<string> {
  yield `,\n  ${JSON.stringify(key)}: [`
  let isFirst = true
  for await (const rows of rowLists) {
    for (const slice of chunksOf(rows, rowsInSlice)) {
      const lines = await runSlice(() => slice.map((row) => `\n    ${toText(row)}`).join(','))
      yield isFirst ? lines : `,${lines}`
      isFirst = false
    }
  }
  yield isFirst ? ']' : '\n  ]'
}
