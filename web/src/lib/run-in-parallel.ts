/** The results of the successful calls, and the error after which no more calls were started; `failure` is null if all succeeded. */
export type ParallelOutcome<T> = { results: readonly T[]; failure: unknown }

const maxConcurrent = 4

/** Calls `callForId` for each id, four at a time, and starts no more after the first failure. */
export async function mapIdsInParallel<T>(
  ids: readonly string[],
  callForId: (id: string) => Promise<T>,
): Promise<ParallelOutcome<T>> {
  const results: T[] = []
  const failures: unknown[] = []
  const queue = ids.values()
  const worker = async () => {
    for (const id of queue) {
      await callForId(id).then(
        (result) => results.push(result),
        (error: unknown) => failures.push(error),
      )
      if (failures.length > 0) return
    }
  }
  await Promise.all(Array.from({ length: maxConcurrent }, worker))
  return { results, failure: failures[0] ?? null }
}
