// `zodErrorMessage` is the fallback message where a schema has none of its own.

import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { zodErrorMessage } from './zod-error-map.ts'

const Thing = z.strictObject({
  title: z.string(),
  count: z.number(),
  names: z.array(z.string()),
  kind: z.enum(['practice', 'gig']),
  note: z.optional(z.string('Say something')),
})
const thing = { title: 'x', count: 1, names: [], kind: 'gig' }

test.each<[object, string]>([
  [{ title: undefined }, 'Required'],
  [{ kind: undefined }, 'Required'],
  [{ title: 5 }, 'Expected string, received number'],
  [{ title: null }, 'Expected string, received null'],
  [{ count: 'many' }, 'Expected number, received string'],
  [{ names: {} }, 'Expected array, received object'],
  [{ title: ['x'] }, 'Expected string, received array'],
  [{ kind: 'party' }, 'Choose one of practice, gig'],
  [{ note: 5 }, 'Say something'],
])('the message of zodErrorMessage for the invalid fields %o is "%s"', (wrong, sentence) => {
  const { error } = Thing.safeParse({ ...thing, ...wrong }, { error: zodErrorMessage })
  expect(error?.issues.map(({ message }) => message)).toEqual([sentence])
})
