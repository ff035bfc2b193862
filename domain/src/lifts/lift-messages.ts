import { limits } from '@gaffer/domain/shared/limits'

export const liftMessages = {
  notGig: 'Only gigs and festivals have lifts',
  gigCancelled: 'This gig is cancelled',
  gigOver: 'This gig is over',
  notYourLift: 'Only admins and owners can change the lift of another member',
  seatsRequired: 'Say how many you can take',
  seatsInvalid: `Choose 1 to ${limits.liftSeats} seats`,
  driverRequired: 'Choose who takes you',
  driverUnknown: 'Choose a member of this band',
  notDriving: 'They do not drive any more. Choose another car.',
  carFull: 'This car is full. Choose another one, or say that you need a lift.',
  seatsTaken: (riders: number) => `${riders} of the band ride with you. Ask one to find another car first.`,
  modeUnknown: 'Choose I drive, I need a lift, or I make my own way',
  notRead: 'Failed to fetch the lifts',
  notSaved: 'The lift was not saved',
  /** `name` is null in the driver's own car. */
  driverSaidNo: (name: string | null) => (name === null ? 'You said no to this gig' : `${name} said no to this gig`),
  noDrivers: 'Who drives?',
  setForOthers: 'Set another member’s lift',
  unsaid: 'Has not said',
  none: 'Nobody said how they get there',
  purpose: 'Say how you get there. Where you leave from and who rides with whom is deleted a week after the gig.',
  untilLeaving: (time: string, names: string | null) => `Leave at ${time}${names ? ` with ${names}` : ''}`,
} as const
