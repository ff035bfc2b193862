// Typed hooks: a feature runs the handlers of features after it in the list of ARCHITECTURE.md within its own calls. A feature may
// not import a later one, so features/hooks.ts registers all handlers.

/** `Args` usually begin with the transaction of the change. */
export type Hook<Args extends readonly unknown[], Result = void> = {
  /** Runs the handlers one after the other and returns their results. Rejects without a handler, and when one rejects. */
  run(...args: Args): Promise<Result[]>
  /** Registering the same handler again changes nothing. */
  register(handler: (...args: Args) => Promise<Result>): void
}

export function defineHook<Args extends readonly unknown[], Result = void>(): Hook<Args, Result> {
  const handlers = new Set<(...args: Args) => Promise<Result>>()
  return {
    async run(...args) {
      // Otherwise a program that does not call registerHooks would silently skip the handlers of later features.
      if (handlers.size === 0) throw new Error('No handler of this hook is registered')
      const results: Result[] = []
      for (const handle of handlers) results.push(await handle(...args))
      return results
    },
    register: (handler) => void handlers.add(handler),
  }
}
