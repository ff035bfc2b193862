// Kinds of fields with their invalid values, for the table of refused values.

export const missing = Symbol('missing')

/** `refuses` are invalid values. With `max` a text of that length must be stored; `with` adds fields that it needs. */
export type Field = { refuses: unknown[]; status?: 404; max?: number; with?: object }
export type Fields = Record<string, Field>
/** Fields of body and query, keyed by method and path. */
export type RefusedValues = Record<string, { body?: Fields; query?: Fields }>

export const notText = [42, true, {}, ['x']]
const absent = [missing, null]
export const blank = ['', '  \t\n', '\u200B\u202E\u0000']
export const required = (field: Field): Field => ({ ...field, refuses: [...field.refuses, ...absent] })
export const refusingNull = (field: Field): Field => ({ ...field, refuses: [...field.refuses, null] })

export const line = (max: number): Field => ({
  max,
  refuses: [...notText, 'x'.repeat(max + 1), '🎸'.repeat(max + 1), 'x'.repeat(max * 20)],
})
export const filledLine = (max: number): Field => ({ max, refuses: [...line(max).refuses, null, ...blank] })
export const neededLine = (max: number): Field => ({ max, refuses: [...filledLine(max).refuses, missing] })
export const unkept = ({ refuses }: Field): Field => ({ refuses })

export const date: Field = {
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
export const endDate: Field = { refuses: [...date.refuses, '2027-03-04', '2029-01-01'] }
export const time: Field = { refuses: ['', '24:00', '19:60', '7:00', '19:00:00', '7 pm', ' 19:00', 1900, {}] }
export const id: Field = { refuses: ['', 'me', '01890000-0000-7000-8000-00000000000G', "' or 1=1 --", 5, {}] }
export const choice: Field = { refuses: ['', 'something else', 'constructor', 5, {}, []] }
export const flag: Field = { refuses: ['true', 1, null, {}] }
export const phone: Field = required({
  refuses: [...blank, '07700', '0113 496 0000', '+1 212 555 0100', 'x'.repeat(41), 447700900123, {}],
})
export const code: Field = required({ refuses: ['', '12345', '1234567', '12345a', '１２３４５６', 123456, {}] })
export const emailAddress: Field = required({
  refuses: [
    ...notText,
    ...blank,
    'sal',
    'sal@',
    '@example.org',
    'sal@example',
    'a@b.org, c@d.org',
    `${'x'.repeat(250)}@example.org`,
  ],
})
export const picture: Field = {
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
export const colour: Field = refusingNull({ refuses: ['', 'red', '#12', '#12345g', 'url(x)', 5, {}] })
export const trackAddress: Field = {
  refuses: ['', 'javascript:alert(1)', 'https://elsewhere.example/x', 'http://open.spotify.com/track/x', 5, {}],
}
/** A list of objects. */
export const objects: Field = { refuses: [null, {}, [{}], ['x'], [null]] }
export const anything: Field = { refuses: [] }
export const token: Field = { status: 404, refuses: ['', 'dead', "' or 1=1 --", 'x'.repeat(1000)] }
/** An id of no row. */
export const unknownId = '01890000-0000-7000-8000-000000000000'
