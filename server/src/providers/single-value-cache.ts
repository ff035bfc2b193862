/** Caches one value until it is dropped or older than `maxAgeMs`; concurrent callers share it. Failures are not cached. */
export function createSingleValueCache<T>(
  make: () => Promise<T>,
  maxAgeMs = Infinity,
): { get(): Promise<T>; drop(): void } {
  let kept: { value: Promise<T>; until: number } | null = null
  const drop = () => {
    kept = null
  }
  const get = () => {
    if (kept && kept.until > performance.now()) return kept.value
    const value = make()
    kept = { value, until: performance.now() + maxAgeMs }
    value.catch(drop)
    return value
  }
  return { get, drop }
}
