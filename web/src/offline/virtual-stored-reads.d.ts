declare module 'virtual:stored-reads' {
  /** The names of the endpoints with `offline: true`. */
  export const storedReads: readonly string[]
  /** A hash of the schemas of their responses. */
  export const shapesVersion: string
}
