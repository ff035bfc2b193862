// Answers that PostgreSQL writes as JSON itself and that travel to the caller as they are: for lists that are read
// often, whose rows nobody here looks into. Knows no shape.

/** JSON of the shape `T`. */
export class JsonText<T> {
  readonly text: string
  declare readonly shape: T

  constructor(text: string) {
    this.text = text
  }
}
