/**
 * The environment of worker threads and processes: without the server's secrets. Without the compile cache each worker would load
 * the TypeScript compiler, which takes a second and 20 MB.
 */
export function createWorkerEnvironment(): { NODE_COMPILE_CACHE?: string } {
  const { NODE_COMPILE_CACHE } = process.env
  return NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE } : {}
}
