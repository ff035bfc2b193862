declare module 'virtual:stored-reads' {
  /** The names of the endpoints with `offline: true`. */
  export const storedReads: readonly string[]
  /** A hash of the names of these endpoints and of the schemas of their responses. */
  export const shapesVersion: string
}
