import { limits } from '@gaffer/domain/shared/limits'
import { setlistMessages } from '@gaffer/domain/set-lists/set-list-messages'
import { SetlistInput } from '@gaffer/domain/set-lists/set-list'
import { useNavigate } from '@tanstack/react-router'
import { useId, useRef } from 'react'
import { useChange } from '#offline/use-change.ts'
import { type Setlist } from '#features/set-lists/queries.ts'
import { useIdempotencyKeySource } from '#lib/idempotency-key.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Form } from '#ui/form.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useZodForm } from '#ui/use-zod-form.ts'

type Props = {
  bandId: string
  /** The set list whose entries the new set list gets. */
  copyOf?: Setlist
  onClose: () => void
}

export function NewSetlistDialog({ bandId, copyOf, onClose }: Props) {
  const id = useId()
  const add = useChange('POST /api/bands/:bandId/setlists', {
    changes: 'setlists',
    failure: { title: setlistMessages.setlistNotSaved },
  })
  const navigate = useNavigate()
  const { keyFor } = useIdempotencyKeySource()
  const isSaved = useRef(false)
  const form = useZodForm(SetlistInput, { name: copyOf ? `${copyOf.name} (copy)`.slice(0, limits.nameLength) : '' })

  const { errors, isDirty } = form.formState

  async function save({ name }: { name: string }) {
    const body = { name, ...(copyOf && { copyOf: copyOf.id }) }
    const added = await add.send({ params: { bandId }, body, idempotencyKey: keyFor(body) })
    if (!added) return
    isSaved.current = true
    onClose()
    await navigate({ to: '/setlists/$setlistId', params: { setlistId: added.reply.id } })
  }

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={copyOf ? 'Copy set list' : 'New set list'}
      isDirty={() => isDirty && !isSaved.current}
      footer={
        <Button type="submit" form={id} isWide isBusy={add.isPending}>
          {copyOf ? 'Copy' : 'Create'}
        </Button>
      }
    >
      <Form id={id} onSubmit={(event) => form.handleSubmit(save)(event)}>
        <TextField
          label="Name"
          hint="The gig or the kind of night it is for"
          autoComplete="off"
          maxLength={limits.nameLength}
          error={errors.name?.message}
          {...form.register('name')}
        />
      </Form>
    </Dialog>
  )
}
