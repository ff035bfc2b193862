// Answers that PostgreSQL writes as JSON itself and that travel to the caller as they are: for lists that are read
// often, whose rows nobody here looks into. Knows no shape.

/** JSON of the shape `T`, in UTF-8. */
export class WrittenJson<T> {
  readonly bytes: Buffer
  declare readonly shape: T

  constructor(bytes: Buffer) {
    this.bytes = bytes
  }
}
