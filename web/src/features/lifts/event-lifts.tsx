// The lifts to a gig: the cars, the members who still need a lift, and the member's own choice.

import type { CalendarEntry } from '@gaffer/domain/events/event'
import { canInvite } from '@gaffer/domain/bands/access'
import { groupIntoCars } from '@gaffer/domain/lifts/cars'
import { liftRefusalMessageFor, type Lift, type LiftInput, type LiftMode } from '@gaffer/domain/lifts/lift'
import { liftMessages } from '@gaffer/domain/lifts/lift-messages'
import { joinNames } from '@gaffer/domain/shared/join-names'
import { CarFront, Footprints, HandHelping, Users } from 'lucide-react'
import { Suspense, useState, type ReactNode, useId } from 'react'
import { eventName } from '#features/events/format-event.ts'
import type { EventPathParams } from '#lib/endpoint-path.ts'
import { lazyOverlay } from '#lib/lazy-part.tsx'
import type { OwnMembership } from '#lib/me.ts'
import { QueryState } from '#lib/query-state.tsx'
import { useEndpoint } from '#lib/use-endpoint.ts'
import { useToday } from '#lib/use-now.ts'
import { Button } from '#ui/button.tsx'
import { EmptySlot } from '#ui/empty-slot.tsx'
import { OfflineSavingProvider } from '#ui/saving-disabled.tsx'
import { ToggleChip } from '#ui/toggle-chip.tsx'
import { useDialogState } from '#ui/use-dialog-state.ts'
import { Dialog } from '#ui/dialog.tsx'
import { Form } from '#ui/form.tsx'
import { CarCard } from './car-card.tsx'
import { useSetLift } from './queries.ts'
import { useCarFields } from './use-car-fields.tsx'

const OthersLiftDialog = lazyOverlay(() => import('./others-lift-dialog.tsx'), 'OthersLiftDialog')

type Props = { event: CalendarEntry; /** The user's membership in the event's band. */ membership: OwnMembership }

export function EventLifts({ event, membership }: Props) {
  const params = { bandId: membership.bandId, eventId: event.id }
  const read = useEndpoint('GET /api/bands/:bandId/events/:eventId/lifts', { params })
  return (
    <section aria-labelledby="event-lifts" className="grid grid-cols-1 gap-3">
      <h2 id="event-lifts" className="text-lg font-bold">
        Lifts
      </h2>
      <QueryState query={read} fallback={liftMessages.notRead} isInline>
        {(lifts) => (
          <OfflineSavingProvider>
            <LoadedLifts event={event} membership={membership} lifts={lifts} />
          </OfflineSavingProvider>
        )}
      </QueryState>
    </section>
  )
}

function LoadedLifts({ event, membership, lifts }: Props & { lifts: readonly Lift[] }) {
  const params = { bandId: membership.bandId, eventId: event.id }
  const setLift = useSetLift(params, membership, eventName(event))
  const [isDriving, setDriving] = useState(false)
  const canChange = liftRefusalMessageFor(event, useToday()) === null
  const idsThatSaidNo = useIdsThatSaidNo(event, params)
  const ownLift = lifts.find(({ membershipId }) => membershipId === membership.id)
  const cars = groupIntoCars(lifts)
  const namesOf = (mode: LiftMode) =>
    lifts
      .filter((lift) => lift.mode === mode)
      .map((lift) => (lift.membershipId === membership.id ? 'you' : lift.displayName))
  const choose = (lift: LiftInput | null) => void setLift(lift)
  const driveButton = (
    <Button variant="secondary" size="sm" saves onClick={() => setDriving(true)}>
      <CarFront aria-hidden="true" className="size-5" />I drive
    </Button>
  )
  return (
    <>
      {cars.length === 0 && canChange && (
        <EmptySlot
          icon={<CarFront aria-hidden="true" className="size-5" />}
          title={liftMessages.noDrivers}
          text={liftMessages.purpose}
          action={driveButton}
        />
      )}
      {cars.length === 0 && !canChange && lifts.length === 0 && <p className="text-muted">{liftMessages.none}</p>}
      {cars.length > 0 && (
        <ul aria-label="Cars" className="grid grid-cols-1 gap-3">
          {cars.map((car) => (
            <CarCard
              key={car.driver.membershipId}
              car={car}
              ownId={membership.id}
              canChange={canChange}
              hasDriverSaidNo={idsThatSaidNo.has(car.driver.membershipId)}
              onGetIn={() => choose({ mode: 'rides', driverId: car.driver.membershipId, from: ownLift?.from ?? null })}
              onGetOut={() => choose({ mode: 'needs', from: ownLift?.from ?? null })}
              onEdit={() => setDriving(true)}
            />
          ))}
        </ul>
      )}
      <NameLine label="Need a lift" names={namesOf('needs')} />
      <NameLine label="Make their own way" names={namesOf('own')} />
      {canChange && (
        <>
          <OwnLiftChoice
            ownLift={ownLift}
            onChoose={choose}
            driveButton={cars.length > 0 && ownLift?.mode !== 'drives' ? driveButton : null}
          />
          {canInvite(membership) && <SetForOthersButton event={event} membership={membership} lifts={lifts} />}
        </>
      )}
      {isDriving && (
        <DriveDialog
          lift={ownLift?.mode === 'drives' ? ownLift : undefined}
          onSave={setLift}
          onClose={() => setDriving(false)}
        />
      )}
    </>
  )
}

/** The memberships that answered No. Requests the answers only if there is a No. */
function useIdsThatSaidNo(event: CalendarEntry, params: EventPathParams): ReadonlySet<string> {
  const isOn = (event.answerCounts?.no ?? 0) > 0
  const { data } = useEndpoint('GET /api/bands/:bandId/events/:eventId/answers', { params }, { enabled: isOn })
  return new Set(data?.flatMap(({ membershipId, answer }) => (answer === 'no' ? [membershipId] : [])))
}

type OwnLiftChoiceProps = {
  ownLift: Lift | undefined
  onChoose: (lift: LiftInput | null) => void
  /** The button "I drive", shown before the buttons of the other lift modes; null if it is not offered. */
  driveButton: ReactNode
}

function OwnLiftChoice({ ownLift, onChoose, driveButton }: OwnLiftChoiceProps) {
  const toggle = (mode: 'needs' | 'own') => (isOn: boolean) => onChoose(isOn ? { mode } : null)
  return (
    <fieldset className="flex min-w-0 flex-wrap gap-2">
      <legend className="sr-only">How do you get there?</legend>
      {driveButton}
      <ToggleChip
        isOn={ownLift?.mode === 'needs'}
        onChange={toggle('needs')}
        icon={<HandHelping aria-hidden="true" className="size-4" />}
      >
        I need a lift
      </ToggleChip>
      <ToggleChip
        isOn={ownLift?.mode === 'own'}
        onChange={toggle('own')}
        icon={<Footprints aria-hidden="true" className="size-4" />}
      >
        I make my own way
      </ToggleChip>
    </fieldset>
  )
}

function SetForOthersButton({ event, membership, lifts }: Props & { lifts: readonly Lift[] }) {
  const dialog = useDialogState<true>()
  return (
    <>
      <Button variant="quiet" size="sm" className="justify-self-start" onClick={() => dialog.open(true)}>
        <Users aria-hidden="true" className="size-5" />
        {liftMessages.setForOthers}
      </Button>
      {dialog.subject && (
        <Suspense>
          <OthersLiftDialog
            key={dialog.count}
            params={{ bandId: membership.bandId, eventId: event.id }}
            ownId={membership.id}
            eventName={eventName(event)}
            lifts={lifts}
            isOpen={dialog.isOpen}
            onClose={dialog.close}
          />
        </Suspense>
      )}
    </>
  )
}

function NameLine({ label, names }: { label: string; names: readonly string[] }) {
  if (names.length === 0) return null
  return (
    <p className="text-sm break-words">
      <span className="font-semibold">{label}: </span>
      <span className="text-muted">{joinNames(names)}</span>
    </p>
  )
}

type DriveDialogProps = {
  /** The member's own lift; undefined if there is none. */
  lift: Lift | undefined
  /** Saves the lift; resolves to whether that succeeded. */
  onSave: (lift: LiftInput) => Promise<boolean>
  onClose: () => void
}

/** The dialog "I drive": the number of seats, the place and the time of departure. */
function DriveDialog({ lift, onSave, onClose }: DriveDialogProps) {
  const id = useId()
  const { fields, isDirty, readCar } = useCarFields(lift)
  const [isSaving, setSaving] = useState(false)

  async function saveCar() {
    const car = readCar()
    if (car === null) return
    setSaving(true)
    const isSaved = await onSave(car)
    setSaving(false)
    if (isSaved) onClose()
  }

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="I drive"
      isDirty={!isSaving && isDirty}
      footer={
        <Button type="submit" form={id} isWide isBusy={isSaving}>
          Save
        </Button>
      }
    >
      <Form id={id} onSubmit={saveCar}>
        {fields}
      </Form>
    </Dialog>
  )
}
