// A dep and a dep request for tests.

import type { Dep, DepRequest } from '@gaffer/domain/deps/dep'

const makeId = (at: number) => `0190a000-0000-7000-8000-0000000de${String(at).padStart(3, '0')}`

/** A dep whose id and phone number end with `at`. */
export function aDep(name: string, at: number, fields: Partial<Dep> = {}): Dep {
  return {
    id: makeId(at),
    name,
    instrument: 'drums',
    note: null,
    phone: `+447700900${String(800 + at)}`,
    doNotAsk: false,
    ...fields,
  }
}

export function aDepRequest(fields: Partial<DepRequest> = {}): DepRequest {
  return {
    id: makeId(900),
    status: 'open',
    filledBy: null,
    asks: [],
    mode: 'one-by-one',
    instrument: 'drums',
    feePence: 12_000,
    waitMinutes: 240,
    coversMembershipId: null,
    createdAt: '2027-03-01T12:00:00.000Z',
    nextAt: null,
    ...fields,
  }
}
