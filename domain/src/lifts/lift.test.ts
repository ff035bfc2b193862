import { expect, test } from 'vitest'
import { findCar, groupIntoCars, clearFieldsOfOtherModes } from './cars.ts'
import { LiftInput, liftRefusalMessageFor, type Lift } from './lift.ts'
import { liftMessages } from './lift-messages.ts'

const ids = ['a', 'b', 'c', 'd'].map((letter) => letter.repeat(8) + '-0000-7000-8000-000000000000')
const [ali, bo, cy, di] = ids as [string, string, string, string]
const lift = (membershipId: string, more: Partial<Lift>): Lift => ({
  membershipId,
  displayName: membershipId[0] as string,
  mode: 'needs',
  seats: null,
  from: null,
  leavesAt: null,
  driverId: null,
  ...more,
})

const lifts = [
  lift(ali, { mode: 'drives', seats: 2 }),
  lift(bo, { mode: 'drives', seats: 2, leavesAt: '16:10' }),
  lift(cy, { mode: 'rides', driverId: ali }),
  lift(di, { mode: 'rides', driverId: ali }),
]

test('groupIntoCars sorts cars by their departure, those without a time last, and keeps the order of riders', () => {
  expect(
    groupIntoCars(lifts).map(({ driver, riders }) => [driver.displayName, ...riders.map((one) => one.displayName)]),
  ).toEqual([['b'], ['a', 'c', 'd']])
})

test('findCar returns the car that the member drives or rides in', () => {
  expect([ali, bo, cy].map((id) => findCar(lifts, id)?.driver.displayName)).toEqual(['a', 'b', 'a'])
  expect(findCar([lift(ali, {})], ali)).toBeNull()
})

test('clearFieldsOfOtherModes clears the seats and the driver of a lift with the mode "own", and keeps its place and time', () => {
  const given = { seats: 3, driverId: ali, from: ' Leeds ', leavesAt: '16:10' }
  expect(clearFieldsOfOtherModes(LiftInput.parse({ mode: 'own', ...given }))).toEqual({
    mode: 'own',
    seats: null,
    driverId: null,
    from: 'Leeds',
    leavesAt: '16:10',
  })
})

test.each([
  [{ mode: 'drives' }, liftMessages.seatsRequired],
  [{ mode: 'drives', seats: 0 }, liftMessages.seatsInvalid],
  [{ mode: 'drives', seats: 17 }, liftMessages.seatsInvalid],
  [{ mode: 'rides' }, liftMessages.driverRequired],
  [{ mode: 'flies' }, liftMessages.modeUnknown],
])('LiftInput refuses the lift %j with the message "%s"', (input, message) => {
  expect(LiftInput.safeParse(input).error?.issues[0]?.message).toBe(message)
})

test('liftRefusalMessageFor is null until the last day of a gig is over, and has a message for a gig that is over or cancelled', () => {
  const gig = { status: 'confirmed', date: '2027-03-05', endDate: '2027-03-06' } as const
  expect(liftRefusalMessageFor(gig, '2027-03-06')).toBeNull()
  expect(liftRefusalMessageFor(gig, '2027-03-07')).toBe(liftMessages.gigOver)
  expect(liftRefusalMessageFor({ ...gig, status: 'cancelled' }, '2027-03-01')).toBe(liftMessages.gigCancelled)
})
