import { BusyCalendarInput } from '@gaffer/domain/busy-calendars/busy-calendar'
import { limits } from '@gaffer/domain/shared/limits'
import { messages } from '@gaffer/domain/shared/messages'
import { busyCalendarMessages } from '@gaffer/domain/busy-calendars/busy-calendar-messages'
import { useId } from 'react'
import { Controller } from 'react-hook-form'
import { useConnectBusyCalendar } from './queries.ts'
import { getErrorMessage, hasErrorCode } from '#lib/api-error.ts'
import { useIdempotencyKeySource } from '#lib/idempotency-key.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Form } from '#ui/form.tsx'
import { Switch } from '#ui/switch.tsx'
import { TextField } from '#ui/text-field.tsx'
import { showToast } from '#ui/toast-store.ts'
import { useZodForm } from '#ui/use-zod-form.ts'

const emptyFields = { url: '', name: '', countAllDay: false }

/** The menu path to the secret address in each service. */
const addressMenuPaths = [
  ['Google', 'Settings, your calendar, Integrate calendar, Secret address in iCal format'],
  ['iCloud', 'Share your calendar, Public Calendar, Copy Link'],
  ['Outlook', 'Settings, Calendar, Shared calendars, Publish a calendar, ICS'],
] as const

export function ConnectBusyCalendarDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const connectCalendar = useConnectBusyCalendar()
  const { keyFor } = useIdempotencyKeySource()
  const form = useZodForm(BusyCalendarInput, emptyFields)
  const { errors, isDirty } = form.formState
  const formId = useId()

  async function connectFromForm(body: BusyCalendarInput) {
    try {
      await connectCalendar.mutateAsync({ body, idempotencyKey: keyFor(body) })
      showToast({ title: busyCalendarMessages.calendarConnected })
      onClose()
    } catch (error) {
      if (!hasErrorCode(error, 'unreadable_calendar')) return
      form.setError('url', { message: getErrorMessage(error, messages.tryAgain) }, { shouldFocus: true })
    }
  }

  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title="Connect a calendar"
      description="Only the times at which you are busy are kept, never titles or places. Gaffer reads them every hour."
      isDirty={isDirty}
      footer={
        <Button type="submit" form={formId} isWide isBusy={connectCalendar.isPending}>
          Connect
        </Button>
      }
    >
      <Form id={formId} onSubmit={form.handleSubmit(connectFromForm)}>
        <TextField
          label="Secret iCal address"
          type="url"
          inputMode="url"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={limits.calendarAddressLength}
          error={errors.url?.message}
          {...form.register('url')}
        />
        <TextField
          label="Name"
          hint="Such as Work. Only you see it."
          autoComplete="off"
          maxLength={limits.nameLength}
          error={errors.name?.message}
          {...form.register('name')}
        />
        <Controller
          control={form.control}
          name="countAllDay"
          render={({ field }) => (
            <Switch
              label="Count all-day entries"
              hint="Holidays, yes; birthdays, better not."
              isOn={field.value}
              onChange={field.onChange}
            />
          )}
        />
        <div className="grid gap-1 text-sm text-muted">
          <p className="font-medium text-text">Where to find the address</p>
          <dl className="grid gap-1">
            {addressMenuPaths.map(([service, place]) => (
              <div key={service}>
                <dt className="inline font-medium">{service}: </dt>
                <dd className="inline">{place}</dd>
              </div>
            ))}
          </dl>
        </div>
      </Form>
    </Dialog>
  )
}
