// The dialog in which an admin or owner sets how another member gets to a gig.

import { groupIntoCars } from '@gaffer/domain/lifts/cars'
import type { Lift, LiftInput } from '@gaffer/domain/lifts/lift'
import { liftMessages } from '@gaffer/domain/lifts/lift-messages'
import { useId, useState, type ReactElement } from 'react'
import type { EventPathParams } from '#lib/endpoint-path.ts'
import { useEndpoint } from '#lib/use-endpoint.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Form } from '#ui/form.tsx'
import { Select, type SelectOption } from '#ui/select.tsx'
import { useSetLift, type Traveller } from './queries.ts'
import { useCarFields } from './use-car-fields.tsx'

type Props = {
  params: EventPathParams
  ownId: string
  eventName: string
  lifts: readonly Lift[]
  isOpen: boolean
  onClose: () => void
}

export function OthersLiftDialog({ params, ownId, lifts, ...rest }: Props) {
  const { bandId } = params
  const { data: members = [] } = useEndpoint('GET /api/bands/:bandId/members', { params: { bandId } })
  const others = members.filter(({ id, status }) => status === 'active' && id !== ownId)
  const [chosenId, setChosenId] = useState('')
  const member = others.find(({ id }) => id === chosenId) ?? null
  const memberSelect = (
    <Select
      label="Who"
      placeholder="Choose a member"
      options={others.map(({ id, displayName }) => ({ value: id, label: displayName }))}
      value={chosenId}
      onChange={setChosenId}
    />
  )
  if (!member) {
    return (
      <Dialog isOpen={rest.isOpen} onClose={rest.onClose} title={liftMessages.setForOthers}>
        {memberSelect}
      </Dialog>
    )
  }
  // The key resets the entries when another member is chosen.
  return (
    <LiftOfMemberDialog
      key={member.id}
      params={params}
      member={member}
      lifts={lifts}
      memberSelect={memberSelect}
      {...rest}
    />
  )
}

type OfMemberProps = Omit<Props, 'ownId'> & { member: Traveller; memberSelect: ReactElement }

function LiftOfMemberDialog({ params, member, lifts, eventName, memberSelect, isOpen, onClose }: OfMemberProps) {
  const id = useId()
  const lift = lifts.find(({ membershipId }) => membershipId === member.id)
  const [initialChoice] = useState(() => lift?.driverId ?? lift?.mode ?? '')
  const [chosenWay, setChosenWay] = useState<string>(initialChoice)
  const car = useCarFields(lift)
  const saveLift = useSetLift(params, member, eventName)
  const [isSaving, setSaving] = useState(false)
  const isDriving = chosenWay === 'drives'

  function readChosenLift(): LiftInput | null {
    if (isDriving) return car.readCar()
    const from = lift?.from ?? null
    return chosenWay === 'needs' || chosenWay === 'own'
      ? { mode: chosenWay, from }
      : { mode: 'rides', driverId: chosenWay, from }
  }

  async function saveChosenLift() {
    const newLift = chosenWay === 'unsaid' || chosenWay === '' ? null : readChosenLift()
    if (isDriving && newLift === null) return
    setSaving(true)
    const isSaved = chosenWay === '' || (await saveLift(newLift))
    setSaving(false)
    if (isSaved) onClose()
  }

  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={liftMessages.setForOthers}
      isDirty={!isSaving && (chosenWay !== initialChoice || (isDriving && car.isDirty))}
      footer={
        <Button type="submit" form={id} isWide isBusy={isSaving} saves>
          Save
        </Button>
      }
    >
      <Form id={id} onSubmit={saveChosenLift}>
        {memberSelect}
        <Select
          label={`How ${member.displayName} gets there`}
          placeholder={liftMessages.unsaid}
          options={liftOptionsFor(member, lifts)}
          value={chosenWay}
          onChange={setChosenWay}
        />
        {isDriving && car.fields}
      </Form>
    </Dialog>
  )
}

/** The options: the modes, and each car that the member is in or that has a free seat. The value of a car is the driver's membership id. */
function liftOptionsFor(member: Traveller, lifts: readonly Lift[]): SelectOption<string>[] {
  const cars = groupIntoCars(lifts).filter(
    ({ driver, riders }) =>
      driver.membershipId !== member.id &&
      (riders.length < (driver.seats ?? 0) || riders.some(({ membershipId }) => membershipId === member.id)),
  )
  return [
    { value: 'drives', label: 'Drives' },
    ...cars.map(({ driver }) => ({ value: driver.membershipId, label: `Rides with ${driver.displayName}` })),
    { value: 'needs', label: 'Needs a lift' },
    { value: 'own', label: 'Makes their own way' },
    ...(lifts.some(({ membershipId }) => membershipId === member.id)
      ? [{ value: 'unsaid', label: liftMessages.unsaid }]
      : []),
  ]
}
