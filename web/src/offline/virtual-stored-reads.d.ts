declare module 'virtual:stored-reads' {
  /** The names of the endpoints with `offline: true`. */
  export const storedReads: readonly string[]
  /** Changes with the schema of any of their responses. */
  export const shapesVersion: string
}
