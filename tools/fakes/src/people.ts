// The fictional people with accounts at the fake providers.

export type Person = {
  /** A short name, for tests and forms. */
  key: string
  /** The subject identifier: 21 digits, as Google's. */
  subject: string
  firstName: string
  lastName: string
  email: string
}

export const people: readonly Person[] = [
  createPerson('ann', '100000000000000000101', 'Ann', 'Harker'),
  createPerson('ben', '100000000000000000102', 'Ben', 'Okafor'),
  createPerson('cara', '100000000000000000103', 'Cara', 'Lindqvist'),
  createPerson('dev', '100000000000000000104', 'Dev', 'Sandhu'),
]

function createPerson(key: string, subject: string, firstName: string, lastName: string): Person {
  return { key, subject, firstName, lastName, email: `${key}.${lastName.toLowerCase()}@example.com` }
}

export function findPerson(key: string | null): Person | undefined {
  return people.find((candidate) => candidate.key === key)
}
