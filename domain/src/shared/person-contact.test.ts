import { messages } from './messages.ts'
import { describe, expect, test } from 'vitest'
import { limits } from './limits.ts'
import { PersonContact, StoredPersonContact } from './person-contact.ts'
import { zodErrorMessage } from './zod-error-map.ts'

const refusal = (schema: typeof PersonContact | typeof StoredPersonContact, contact: object) => {
  const issue = schema.safeParse(contact, { error: zodErrorMessage }).error?.issues[0]
  return issue && [issue.path.join('.'), issue.message]
}
const id = '01890000-0000-7000-8000-00000000000a'
const nobody = { firstName: null, lastName: null, displayName: null, email: null, phone: null }

describe('PersonContact', () => {
  test('every field of a contact is optional: absent, null and blank fields are null', () => {
    expect(PersonContact.parse({})).toEqual(nobody)
    expect(PersonContact.parse(nobody)).toEqual(nobody)
    expect(PersonContact.parse({ firstName: ' ', email: '', phone: ' ' })).toEqual(nobody)
  })

  test('PersonContact keeps all fields of a whole contact, and trims its first name', () => {
    const contact = {
      firstName: 'Dave',
      lastName: 'Hill',
      displayName: 'Dave at the Fleece',
      email: 'dave@example.org',
      phone: '+44 (0)117 496 0000',
    }
    expect(PersonContact.parse({ ...contact, firstName: ' Dave ' })).toEqual(contact)
  })

  test.each([
    ['an invalid email', { email: 'dave' }, ['email', 'Invalid email']],
    ['a phone number with letters', { phone: 'Dave' }, ['phone', messages.contactPhoneInvalid]],
    ['a number as the name', { firstName: 7 }, ['firstName', 'Expected string, received number']],
    [
      'a name that is too long',
      { lastName: 'x'.repeat(limits.nameLength + 1) },
      ['lastName', `Use at most ${limits.nameLength} characters`],
    ],
  ])('PersonContact refuses %s with the message of its field', (_, contact, expected) => {
    expect(refusal(PersonContact, contact)).toEqual(expected)
  })
})

test('StoredPersonContact requires an id, and refuses an invalid email', () => {
  expect(StoredPersonContact.parse({ id, firstName: 'Dave' })).toEqual({ ...nobody, id, firstName: 'Dave' })
  expect(refusal(StoredPersonContact, { firstName: 'Dave' })).toEqual(['id', 'Required'])
  expect(refusal(StoredPersonContact, { id, email: 'dave' })).toEqual(['email', 'Invalid email'])
})
