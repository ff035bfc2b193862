// Loads the demo's bands from band files, like a band that a member loads in the app.

import { readFileSync } from 'node:fs'
import type { BandFileInput } from '@gaffer/domain/band-file/band-file-input'
import type { Membership } from '@gaffer/domain/bands/member'
import { addDays, daysBetween } from '@gaffer/domain/shared/dates'
import { announceJoin, fillInvitedCard } from '#features/bands/joining.ts'
import type { RunningGaffer } from '#start.ts'
import type { SignedInDemoPerson } from './people.ts'

export type DemoBand = { id: string; memberships: ReadonlyMap<string, string> }

/** Reads a band file, and shifts all its dates so that the day of its export becomes `day`. */
export function readDemoFile(name: 'night-buses' | 'harbour-lights', day: string): BandFileInput {
  const text = readFileSync(new URL(`${name}.json`, import.meta.url), 'utf8')
  const days = daysBetween(JSON.parse(text).exportedAt.slice(0, 10), day)
  const shiftDate = (_: string, value: unknown) =>
    typeof value === 'string' && /^\d{4}-\d\d-\d\d(T|$)/.test(value)
      ? addDays(value.slice(0, 10), days) + value.slice(10)
      : value
  return JSON.parse(text, shiftDate)
}

/** The person with the name of the file's first member imports the file. Each other person takes over the membership with their name. */
export async function loadDemoBand(
  { services }: RunningGaffer,
  file: BandFileInput,
  personOf: (firstName: string) => SignedInDemoPerson,
): Promise<DemoBand> {
  const [firstMember] = file.members ?? []
  if (!firstMember) throw new Error('A demo band has no member')
  const owner = personOf(firstMember.displayName)
  const { id: bandId } = await owner.call<{ id: string }>(
    'POST',
    `/api/bands/import?membershipId=${firstMember.id}`,
    file,
  )
  const members = await owner.call<Membership[]>('GET', `/api/bands/${bandId}/members`)
  for (const { id: membershipId, displayName, status } of members) {
    if (status === 'active') continue
    const { userId } = personOf(displayName)
    await services.db.transaction(async (tx) => {
      await fillInvitedCard(tx, { bandId, membershipId, userId })
      await announceJoin(tx, { bandId, userId })
    })
  }
  return { id: bandId, memberships: new Map(members.map(({ id, displayName }) => [displayName, id])) }
}
