// Kinds of fields with their invalid values, for the table of refused values.

export const missingMarker = Symbol('missing')

/**
 * `refuses` are invalid values. With `max` a generated request sends a text of that length and compares it with the response; `with` adds
 * fields that the request then needs.
 */
export type FieldSpec = { refuses: unknown[]; status?: 404; max?: number; with?: object }
export type FieldSpecs = Record<string, FieldSpec>
/** Fields of body and query, keyed by method and path. */
export type RefusedValues = Record<string, { body?: FieldSpecs; query?: FieldSpecs }>

export const notTextValues = [42, true, {}, ['x']]
const absent = [missingMarker, null]
export const blankValues = ['', '  \t\n', '\u200B\u202E\u0000']
export const requiredField = (field: FieldSpec): FieldSpec => ({
  ...field,
  refuses: [...field.refuses, ...absent],
})
export const nonNullField = (field: FieldSpec): FieldSpec => ({ ...field, refuses: [...field.refuses, null] })

export const textField = (max: number): FieldSpec => ({
  max,
  refuses: [...notTextValues, 'x'.repeat(max + 1), '🎸'.repeat(max + 1), 'x'.repeat(max * 20)],
})
export const nonBlankTextField = (max: number): FieldSpec => ({
  max,
  refuses: [...textField(max).refuses, null, ...blankValues],
})
export const requiredTextField = (max: number): FieldSpec => ({
  max,
  refuses: [...nonBlankTextField(max).refuses, missingMarker],
})
/** The field without `max`, for a text that the response does not contain: its storage cannot be tested. */
export const unstoredField = ({ refuses }: FieldSpec): FieldSpec => ({ refuses })

export const dateField: FieldSpec = {
  refuses: [
    '',
    '2027-02-30',
    '2027-2-3',
    '27-02-03',
    '05/03/2027',
    '2027-03-05T10:00',
    '1999-12-31',
    '2101-01-01',
    20270305,
    {},
  ],
}
export const endDateField: FieldSpec = { refuses: [...dateField.refuses, '2027-03-04', '2029-01-01'] }
export const timeField: FieldSpec = {
  refuses: ['', '24:00', '19:60', '7:00', '19:00:00', '7 pm', ' 19:00', 1900, {}],
}
export const idField: FieldSpec = {
  refuses: ['', 'me', '01890000-0000-7000-8000-00000000000G', "' or 1=1 --", 5, {}],
}
export const choiceField: FieldSpec = { refuses: ['', 'something else', 'constructor', 5, {}, []] }
export const booleanField: FieldSpec = { refuses: ['true', 1, null, {}] }
export const phoneField: FieldSpec = requiredField({
  refuses: [...blankValues, '07700', '0113 496 0000', '+1 212 555 0100', 'x'.repeat(41), 447700900123, {}],
})
export const codeField: FieldSpec = requiredField({
  refuses: ['', '12345', '1234567', '12345a', '１２３４５６', 123456, {}],
})
export const emailAddressField: FieldSpec = requiredField({
  refuses: [
    ...notTextValues,
    ...blankValues,
    'sal',
    'sal@',
    '@example.org',
    'sal@example',
    'a@b.org, c@d.org',
    `${'x'.repeat(250)}@example.org`,
  ],
})
export const pictureField: FieldSpec = {
  refuses: [
    '',
    'https://elsewhere.example/x.png',
    'javascript:alert(1)',
    'data:image/svg+xml;base64,PHN2Zy8+',
    'data:image/png;base64,AAAA',
    'data:text/html,<b>',
    '/images/../secrets.webp',
    5,
    {},
  ],
}
export const colourField: FieldSpec = nonNullField({ refuses: ['', 'red', '#12', '#12345g', 'url(x)', 5, {}] })
export const trackUrlField: FieldSpec = {
  refuses: ['', 'javascript:alert(1)', 'https://elsewhere.example/x', 'http://open.spotify.com/track/x', 5, {}],
}
/** A list of objects. */
export const objectListField: FieldSpec = { refuses: [null, {}, [{}], ['x'], [null]] }
export const anyValueField: FieldSpec = { refuses: [] }
export const tokenField: FieldSpec = { status: 404, refuses: ['', 'dead', "' or 1=1 --", 'x'.repeat(1000)] }
/** An id of no row. */
export const unknownId = '01890000-0000-7000-8000-000000000000'
