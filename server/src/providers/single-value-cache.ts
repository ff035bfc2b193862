/** Caches one value until it is dropped or older than `maxAgeMs`; concurrent callers share it. Failures are not cached. */
export function createSingleValueCache<T>(
  make: () => Promise<T>,
  maxAgeMs = Infinity,
): { get(): Promise<T>; drop(): void } {
  let kept: { value: Promise<T>; untilMs: number } | null = null
  const drop = () => {
    kept = null
  }
  const get = () => {
    if (kept && kept.untilMs > performance.now()) return kept.value
    const value = make()
    kept = { value, untilMs: performance.now() + maxAgeMs }
    value.catch(drop)
    return value
  }
  return { get, drop }
}
