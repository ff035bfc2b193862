/** The first message of the worker; null if it cannot start. */
export function once(worker: Worker): Promise<unknown> {
  return new Promise((resolve) => {
    worker.addEventListener('message', ({ data }) => resolve(data))
    worker.addEventListener('error', () => resolve(null))
  })
}
