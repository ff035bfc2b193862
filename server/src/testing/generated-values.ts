// fast-check arbitraries for Zod schemas: valid, almost valid and random values.

import fc from 'fast-check'
import type * as z from 'zod/mini'

type Schema = z.ZodMiniType
type ValueArbitrary = fc.Arbitrary<unknown>
/** The fields of a schema's definition that are used here. Which ones exist depends on `type`. */
type Definition = {
  type: string
  format?: string
  innerType: Schema
  valueType: Schema
  items: Schema[]
  in: Schema
  out: Schema
  element: Schema
  options: Schema[]
  shape: Record<string, Schema>
  entries: Record<string, unknown>
  values: unknown[]
  pattern?: RegExp
  checks?: Schema[]
}

// `_zod` is Zod's documented access for libraries.
// oxlint-disable-next-line no-underscore-dangle
const definitionOf = (schema: Schema) => (schema as unknown as { _zod: { def: Definition } })._zod.def

/** Other scripts, bidirectional and control characters, lone surrogates, and injections for SQL, HTML, templates and paths. */
export const unusualTexts = [
  'Ελλάς · Дія · 日本語 · עברית · العربية',
  '\u202E\u2066gpj.exe\u2069',
  '\u0000\u0001\u001B[31m\u007F\u0085',
  'Z̸̡̢̛͎͙͉͔̖̯̗̲̙̲̄̏̓͋̎͋̔̅͜a̴l̶g̵o̷',
  '\uD800 half \uDFFF',
  '\uFFFE\uFFFF\u{1FFFE}',
  '👩‍👩‍👧‍👦🏴󠁧󠁢󠁷󠁬󠁳󠁿',
  'line\r\nSet-Cookie: planted=1\r\n\r\n<h1>',
  `'; drop table users; --`,
  '$1 %s {{7*7}} ${7*7} #{7*7}',
  '../../../../etc/passwd%00.png',
  '"><script>planted()</script>',
  'ﷺ'.repeat(80),
  'ＡＤＭＩＮ',
  '1e999',
  '-0',
  'NaN',
  'null',
  '',
  ' ',
]
const usualTexts = [
  'Dee',
  'The Night Buses',
  '07700 900123',
  '+447700900123',
  '123456',
  'sal@example.org',
  'data:image/png;base64,iVBORw0KGgo=',
  'data:image/svg+xml;base64,PHN2Zy8+',
  '/images/01890000-0000-7000-8000-000000000000.webp',
  'https://open.spotify.com/track/x',
  '#60a5fa',
]

const text = fc.oneof(
  fc.constantFrom(...usualTexts),
  fc.constantFrom(...unusualTexts),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.nat({ max: 5000 }).map((length) => 'x'.repeat(length)),
)

/** Values that no schema accepts, or only by chance. */
export const arbitraryRandomValue: ValueArbitrary = fc.oneof(
  fc.anything({ withNullPrototype: true, maxDepth: 4 }),
  text,
  fc.constantFrom(null, 0, -1, 1e308, 2 ** 53, 0.1, true, [], {}, [[[[[[[]]]]]]], [null], { constructor: 1 }),
  fc.integer({ min: 1, max: 200 }).map((depth) => JSON.parse('['.repeat(depth) + ']'.repeat(depth)) as unknown),
)

/** Values are generated for one side of a pipe: its output if it narrows a string, otherwise its input. */
function pickPipeSide({ in: from, out: to }: Definition): Schema {
  return definitionOf(from).type === 'string' && definitionOf(to).type !== 'transform' ? to : from
}

/** Values that match the schema, apart from custom refinements. `ids` are ids of existing rows. */
export function arbitraryValidValue(schema: Schema, ids: string[]): ValueArbitrary {
  const definition = definitionOf(schema)
  const inner = () => arbitraryValidValue(definition.innerType, ids)
  switch (definition.type) {
    case 'optional':
    case 'prefault':
    case 'default':
      return fc.oneof({ weight: 3, arbitrary: inner() }, { weight: 1, arbitrary: fc.constant(undefined) })
    case 'nullable':
      return fc.oneof({ weight: 3, arbitrary: inner() }, { weight: 1, arbitrary: fc.constant(null) })
    case 'pipe':
      return arbitraryValidValue(pickPipeSide(definition), ids)
    case 'object':
      return fc.record(
        Object.fromEntries(
          Object.entries(definition.shape).map(([key, value]) => [key, arbitraryValidValue(value, ids)]),
        ),
      )
    case 'union':
      return fc.oneof(...definition.options.map((option) => arbitraryValidValue(option, ids)))
    case 'enum':
      return fc.constantFrom(...Object.values(definition.entries))
    case 'literal':
      return fc.constantFrom(...definition.values)
    case 'boolean':
      return fc.boolean()
    case 'number':
      return fc.nat({ max: 1_000_000 })
    case 'string':
      return arbitraryValidText(definition, ids)
    case 'unknown':
      return text
    default:
      return arbitraryEntries(definition, ids)
  }
}

function arbitraryEntries({ type, element, items, valueType }: Definition, ids: string[]): ValueArbitrary {
  if (type === 'tuple') return fc.tuple(...items.map((item) => arbitraryValidValue(item, ids)))
  if (type === 'array') return fc.array(arbitraryValidValue(element, ids), { maxLength: 6 })
  if (type !== 'record') throw new Error(`No generator for the Zod type ${type}: add one here`)
  return fc.dictionary(fc.string({ maxLength: 20 }), arbitraryValidValue(valueType, ids), { maxKeys: 6 })
}

const anId = '01890000-0000-7000-8000-000000000000'

function arbitraryValidText({ format, checks = [], pattern }: Definition, ids: string[]): ValueArbitrary {
  if (format === 'date') {
    const day = { min: new Date('2026-12-01'), max: new Date('2028-02-01'), noInvalidDate: true }
    return fc.date(day).map((date) => date.toISOString().slice(0, 10))
  }
  const regex = pattern ?? checks.map((check) => definitionOf(check).pattern).find((rule) => rule !== undefined)
  if (regex?.test(anId)) return fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...ids) }, fc.uuid({ version: 7 }))
  if (regex?.test('sal@example.org')) return fc.emailAddress()
  return regex ? fc.stringMatching(regex) : text
}

/** The object with one fault: a field that is missing, of another type, too long, odd or unknown. */
export function arbitraryAlmostValidObject(
  validObject: fc.Arbitrary<Record<string, unknown>>,
): fc.Arbitrary<Record<string, unknown>> {
  const wrongValue = fc.oneof(arbitraryRandomValue, fc.constant(undefined))
  const unknownField = fc.constantFrom(
    'surprise',
    'constructor',
    'toString',
    'id',
    'access',
    'platformAdmin',
    'bandId',
    '',
  )
  const faults = fc.tuple(validObject, fc.nat(), wrongValue, fc.option(unknownField, { freq: 4 }))
  return faults.map(([value, at, replacement, extraField]) => {
    // Optional bodies can be undefined.
    const keys = Object.keys(value ?? {})
    const key = extraField ?? keys[at % Math.max(1, keys.length)]
    return key === undefined ? value : { ...value, [key]: replacement }
  })
}
