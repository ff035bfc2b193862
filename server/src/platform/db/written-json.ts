/** JSON of the shape `T` that PostgreSQL made and that is sent as it is. */
export class WrittenJson<T> {
  readonly text: string
  declare readonly shape: T

  constructor(text: string) {
    this.text = text
  }
}
