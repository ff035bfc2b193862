import { chartMessages } from '@gaffer/domain/charts/chart-messages'
import { limits } from '@gaffer/domain/shared/limits'
import { useId, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Form } from '#ui/form.tsx'
import { ChartNameFields } from './chart-name-fields.tsx'
import { useChangeChart, type Chart } from './queries.ts'

type Props = { chart: Chart; bandId: string; onClose: () => void }

export function ChartNameDialog({ chart: newest, bandId, onClose }: Props) {
  const id = useId()
  // Another member may change it while the dialog is open.
  const [chart] = useState(newest)
  const { send, isPending } = useChangeChart(bandId)
  const [fields, setFields] = useState({ name: chart.name, part: chart.part ?? '' })
  const [isChecked, setChecked] = useState(false)
  const isDirty = fields.name !== chart.name || fields.part !== (chart.part ?? '')

  async function save() {
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
      <Form id={id} onSubmit={save}>
        <ChartNameFields
          fields={fields}
          onChange={(changes) => setFields((last) => ({ ...last, ...changes }))}
          error={isChecked && fields.name.trim() === '' ? chartMessages.chartNameRequired : undefined}
        />
      </Form>
    </Dialog>
  )
}
