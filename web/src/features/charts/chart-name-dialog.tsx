import { chartMessages } from '@gaffer/domain/charts/chart-messages'
import { limits } from '@gaffer/domain/shared/limits'
import { useId, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Form } from '#ui/form.tsx'
import { useChangeChart, type Chart } from './queries.ts'
import { TextField } from '#ui/text-field.tsx'

type Props = { chart: Chart; bandId: string; onClose: () => void }

export function ChartNameDialog({ chart: newest, bandId, onClose }: Props) {
  const id = useId()
  // Keeps the version that the dialog opened with, so that the server detects a change by another member as an edit conflict.
  const [chart] = useState(newest)
  const { send, isPending } = useChangeChart(bandId)
  const [fields, setFields] = useState({ name: chart.name, part: chart.part ?? '' })
  const [isChecked, setChecked] = useState(false)
  const isDirty = fields.name !== chart.name || fields.part !== (chart.part ?? '')

  async function saveName() {
    setChecked(true)
    if (fields.name.trim() === '') return
    if (await send({ chart, changes: fields })) onClose()
  }

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={chart.name.slice(0, limits.chartNameLength)}
      isDirty={() => isDirty}
      footer={
        <Button type="submit" form={id} isWide isBusy={isPending}>
          Save
        </Button>
      }
    >
      <Form id={id} onSubmit={saveName}>
        <ChartNameFields
          fields={fields}
          onChange={(changes) => setFields((last) => ({ ...last, ...changes }))}
          error={isChecked && fields.name.trim() === '' ? chartMessages.chartNameRequired : undefined}
        />
      </Form>
    </Dialog>
  )
}

type NameFields = { name: string; part: string }

type FieldsProps = { fields: NameFields; onChange: (changes: Partial<NameFields>) => void; error: string | undefined }

export function ChartNameFields({ fields, onChange, error }: FieldsProps) {
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(12rem,1fr))] gap-3">
      <TextField
        label="Name"
        autoComplete="off"
        maxLength={limits.chartNameLength}
        value={fields.name}
        error={error}
        onChange={({ target }) => onChange({ name: target.value })}
      />
      <TextField
        label="Part"
        hint="Such as Bass or Horns. Empty: for everybody."
        isOptional
        autoComplete="off"
        maxLength={limits.chartPartLength}
        value={fields.part}
        onChange={({ target }) => onChange({ part: target.value })}
      />
    </div>
  )
}
