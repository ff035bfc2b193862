// Not in lift.ts, so that the dashboard does not download the Zod schemas of that file.

import type { Lift, ParsedLift } from './lift.ts'

/** The lift with the fields of other modes set to null. */
export function clearFieldsOfOtherModes(lift: ParsedLift): ParsedLift {
  return {
    ...lift,
    seats: lift.mode === 'drives' ? lift.seats : null,
    driverId: lift.mode === 'rides' ? lift.driverId : null,
  }
}

export type Car = { driver: Lift; riders: Lift[] }

/** The cars of a gig, the first to leave first and cars without a time last, each with its riders in the order in which they got in. */
export function groupIntoCars(lifts: readonly Lift[]): Car[] {
  return lifts
    .filter(({ mode }) => mode === 'drives')
    .toSorted((a, b) => (a.leavesAt ?? '99').localeCompare(b.leavesAt ?? '99'))
    .map((driver) => ({ driver, riders: lifts.filter(({ driverId }) => driverId === driver.membershipId) }))
}

/** The car that the member drives or rides in; null without one. */
export function findCar(lifts: readonly Lift[], membershipId: string): Car | null {
  const isInside = ({ driver, riders }: Car) => [driver, ...riders].some((lift) => lift.membershipId === membershipId)
  return groupIntoCars(lifts).find(isInside) ?? null
}
