/** Rejects with the error of `onTimeout` after `timeoutMs`. The work itself is not cancelled. */
export async function withTimeLimit<T>(work: Promise<T> | T, timeoutMs: number, onTimeout: () => Error): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(onTimeout()), timeoutMs)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
