// A card for a car to a gig, with its seats as circles.

import type { Car as CarWithRiders } from '@gaffer/domain/lifts/cars'
import { liftMessages } from '@gaffer/domain/lifts/lift-messages'
import { joinNames } from '@gaffer/domain/shared/join-names'
import { shortTime } from '@gaffer/domain/shared/short-dates'
import { clsx } from 'clsx'
import { Button } from '#ui/button.tsx'

type CarActions = { onGetIn: () => void; onGetOut: () => void; onEdit: () => void }
type Props = CarActions & {
  car: CarWithRiders
  ownId: string
  canChange: boolean
  /** Whether the driver answered No to the gig. */
  hasDriverSaidNo: boolean
}

export function CarCard({ car: { driver, riders }, ownId, canChange, hasDriverSaidNo, ...actions }: Props) {
  const isOwn = driver.membershipId === ownId
  const isInside = riders.some(({ membershipId }) => membershipId === ownId)
  const seats = driver.seats ?? 0
  const isFull = riders.length >= seats
  const nameOf = (lift: { membershipId: string; displayName: string }) =>
    lift.membershipId === ownId ? 'you' : lift.displayName
  const departureFacts = [
    driver.leavesAt && `Leaves at ${shortTime(driver.leavesAt)}`,
    driver.from && `${driver.leavesAt ? 'from' : 'From'} ${driver.from}`,
  ]
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-control border border-hairline p-3.5">
      <div className="min-w-0 flex-1 basis-52">
        <Driver name={isOwn ? null : driver.displayName} hasSaidNo={hasDriverSaidNo} />
        <p className="text-sm break-words text-muted empty:hidden">{departureFacts.filter(Boolean).join(' ')}</p>
        <Seats
          seats={seats}
          names={riders.map((rider) => (rider.membershipId === ownId ? 'You' : rider.displayName))}
        />
        <p className="mt-1.5 text-sm break-words text-muted">
          {riders.length > 0 && `With ${joinNames(riders.map(nameOf))}. `}
          {isFull ? 'Full' : `${seats - riders.length} ${seats - riders.length === 1 ? 'seat' : 'seats'} free`}
        </p>
      </div>
      {canChange && (isOwn || isInside || !isFull) && (
        <CarButton
          place={isOwn ? 'own' : isInside ? 'inside' : 'outside'}
          driverName={driver.displayName}
          {...actions}
        />
      )}
    </li>
  )
}

/** `name` is null in the reader's own car. */
function Driver({ name, hasSaidNo }: { name: string | null; hasSaidNo: boolean }) {
  return (
    <>
      <p className="font-semibold break-words">{name === null ? 'You drive' : `${name} drives`}</p>
      {hasSaidNo && <p className="text-sm font-medium break-words text-warn">{liftMessages.driverSaidNo(name)}</p>}
    </>
  )
}

type ButtonProps = CarActions & { place: 'own' | 'inside' | 'outside'; driverName: string }

function CarButton({ place, driverName, onGetIn, onGetOut, onEdit }: ButtonProps) {
  const { label, name, press } = {
    own: { label: 'Change', name: 'Change your car', press: onEdit },
    inside: { label: 'Get out', name: `Get out of ${driverName}’s car`, press: onGetOut },
    outside: { label: 'Get in', name: `Get in ${driverName}’s car`, press: onGetIn },
  }[place]
  return (
    <Button
      size="sm"
      variant={place === 'outside' ? 'primary' : 'secondary'}
      saves={place !== 'own'}
      aria-label={name}
      onClick={press}
    >
      {label}
    </Button>
  )
}

/** Circles for the seats. Hidden from screen readers, because the sentence beneath contains the same facts. */
function Seats({ seats, names }: { seats: number; names: readonly string[] }) {
  return (
    <div className="mt-2.5 flex flex-wrap items-center gap-1.5" aria-hidden="true">
      {Array.from({ length: seats }, (_, at) => (
        <span
          key={`seat ${at}`}
          className={clsx(
            'grid size-8 place-content-center rounded-full border text-sm font-semibold',
            at < names.length
              ? 'border-text bg-text text-bg forced-colors:bg-[Highlight]'
              : 'border-dashed border-control',
          )}
        >
          {names[at] && initialOf(names[at])}
        </span>
      ))}
    </div>
  )
}

function initialOf(name: string): string {
  return (name.trim()[0] ?? '?').toUpperCase()
}
