/**
 * Calls `run` while no other tab runs a function under the same name. Other tabs wait, and take over when this tab is closed. Insecure
 * contexts have no Web Locks: there, two tabs may run their functions at the same time.
 */
export function runInOneTab<T>(name: string, run: () => Promise<T>): Promise<T> {
  return navigator.locks ? navigator.locks.request(name, run) : run()
}
