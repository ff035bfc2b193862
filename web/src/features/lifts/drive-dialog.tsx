// "I drive": seats, from where, leaving when.

import type { Lift, LiftInput } from '@gaffer/domain/lifts/lift'
import { useId, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Form } from '#ui/form.tsx'
import { useCarFields } from './use-car-fields.tsx'

type Props = {
  /** The member's own lift, if there is one. */
  lift: Lift | undefined
  /** Resolves to whether it is saved. */
  onSave: (lift: LiftInput) => Promise<boolean>
  onClose: () => void
}

export function DriveDialog({ lift, onSave, onClose }: Props) {
  const id = useId()
  const { fields, isDirty, read } = useCarFields(lift)
  const [isSaving, setSaving] = useState(false)

  async function save() {
    const car = read()
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
      <Form id={id} onSubmit={save}>
        {fields}
      </Form>
    </Dialog>
  )
}
