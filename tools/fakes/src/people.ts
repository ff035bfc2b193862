// The fictional people with accounts at the fake providers.

export type Person = {
  /** Short, for tests and forms. */
  key: string
  /** A subject identifier of the kind Google gives: 21 digits. */
  subject: string
  firstName: string
  lastName: string
  email: string
}

export const people: readonly Person[] = [
  person('ann', '100000000000000000101', 'Ann', 'Harker'),
  person('ben', '100000000000000000102', 'Ben', 'Okafor'),
  person('cara', '100000000000000000103', 'Cara', 'Lindqvist'),
  person('dev', '100000000000000000104', 'Dev', 'Sandhu'),
]

function person(key: string, subject: string, firstName: string, lastName: string): Person {
  return { key, subject, firstName, lastName, email: `${key}.${lastName.toLowerCase()}@example.com` }
}

export function findPerson(key: string | null): Person | undefined {
  return people.find((candidate) => candidate.key === key)
}
