// The part of the gig form about the gig sheet: its fields, and the request that saves them once the gig is stored.

import type { CalendarEntry } from '@gaffer/domain/events/event'
import { emptyGigSheet } from '@gaffer/domain/gig-sheets/gig-sheet'
import { gigSheetMessages } from '@gaffer/domain/gig-sheets/gig-sheet-messages'
import type { Venue } from '@gaffer/domain/gig-sheets/venue'
import { isGigOrFestival } from '@gaffer/domain/shared/event-type'
import { messages } from '@gaffer/domain/shared/messages'
import { useEffect, useRef, useState } from 'react'
import type { GigSheetEntry } from '#features/events/event-form/event-form-props.ts'
import { eventName } from '#features/events/format-event.ts'
import { getErrorMessage } from '#lib/api-error.ts'
import { deleteFormDraft, storeFormDraft } from '#lib/form-drafts.ts'
import { useMeOrThrow } from '#lib/me.ts'
import { QueryState } from '#lib/query-state.tsx'
import { useEndpoint } from '#lib/use-endpoint.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { showFailureToast, showToast, undoToastMs } from '#ui/toast-store.ts'
import { changedValues } from '#lib/changed-values.ts'
import { GigSheetFields } from './gig-sheet-fields.tsx'
import {
  formValuesFromGigSheet,
  gigSheetDraftKey,
  parseGigSheetForm,
  type GigSheetFormInitialState,
  type GigSheetFormValues,
  changesFromVenue,
} from './gig-sheet-form-values.ts'
import { useSaveGigSheet } from './queries.ts'
import { VenueOffers } from './venue-offers.tsx'

/** `event` is the stored event; null for a new one. `unsaved` has the unsaved entries of an earlier form. */
export function useGigSheetEntry(
  event: CalendarEntry | null,
  unsaved: Partial<GigSheetFormValues> | undefined,
): GigSheetEntry {
  const { user } = useMeOrThrow()
  const { mutateAsync } = useSaveGigSheet()
  const { base, query } = useStoredSheet(event)
  const [entries, setEntries] = useState<Partial<GigSheetFormValues>>(unsaved ?? {})
  const changedSinceValidation = useRef<Partial<GigSheetFormValues>>({})
  const before = formValuesFromGigSheet(base ?? emptyGigSheet)
  const fields: GigSheetFormValues = { ...before, ...entries }
  // Counts refused submits, so that each one moves the focus to the first invalid field.
  const [refusalCount, setRefusalCount] = useState(0)
  const [venue, setVenue] = useState<Venue | null>(null)
  const container = useRef<HTMLDivElement>(null)
  const changes = changedValues(before, fields)
  const hasEntries = Object.keys(changes).length > 0
  const errors = (refusalCount > 0 && parseGigSheetForm(fields).errors) || {}

  useEffect(() => {
    if (refusalCount === 0) return
    container.current?.closest('details')?.setAttribute('open', '')
    container.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [refusalCount])

  function set(edited: Partial<GigSheetFormValues>) {
    setEntries((last) => ({ ...last, ...edited }))
    changedSinceValidation.current = { ...changedSinceValidation.current, ...edited }
  }

  function validate(): boolean {
    changedSinceValidation.current = {}
    const isValid = parseGigSheetForm(fields).input !== null
    if (!isValid) setRefusalCount(refusalCount + 1)
    return isValid
  }

  async function save(gig: CalendarEntry): Promise<void> {
    await saveOrStoreDraft(gig)
  }

  /** Saves the entries, if there are any. Resolves to false after a failure, which stores the entries as a draft for the gig's page. */
  async function saveOrStoreDraft(gig: CalendarEntry): Promise<boolean> {
    const { input } = parseGigSheetForm(fields)
    if (!hasEntries || !input || !gig.bandId || !base) return true
    const eventKey = { bandId: gig.bandId, eventId: gig.id }
    const draftKey = gigSheetDraftKey(eventKey)
    try {
      await mutateAsync({ eventKey, name: eventName(gig), before: base, body: input })
      deleteFormDraft(user.id, draftKey)
      return true
    } catch (error) {
      const draft: GigSheetFormInitialState = { sheet: base, fields: changes }
      storeFormDraft(user.id, draftKey, draft)
      showFailureToast({
        title: gigSheetMessages.gigSavedWithoutSheet,
        text: getErrorMessage(error, messages.tryAgain),
        durationMs: undoToastMs,
        action: { label: 'Try again', altText: gigSheetMessages.gigSheetKept, onPress: () => void tryAgain(gig) },
      })
      return false
    }
  }

  async function tryAgain(gig: CalendarEntry) {
    if (await saveOrStoreDraft(gig)) showToast({ title: gigSheetMessages.gigSheetSaved })
  }

  function chooseVenue(chosen: Venue | null) {
    if (chosen) set(changesFromVenue(fields, venue, chosen))
    setVenue(chosen)
  }

  return {
    venues: ({ bandId, value, onChange }) => (
      <VenueOffers
        bandId={bandId}
        value={value}
        chosen={venue}
        onChoose={(chosen) => {
          chooseVenue(chosen)
          onChange(chosen?.place ?? '')
        }}
      />
    ),
    fields: (
      <div ref={container} className="grid grid-cols-1 gap-5">
        <QueryState
          query={query}
          fallback={gigSheetMessages.gigSheetNotRead}
          isInline
          loading={<Skeleton className="h-60" />}
        >
          {() => <GigSheetFields fields={fields} errors={errors} set={set} isShort />}
        </QueryState>
      </div>
    ),
    changes,
    hasEntries,
    validate,
    readChangedSinceValidation: () => changedSinceValidation.current,
    save,
  }
}

/** The gig sheet that the entries change: for a stored gig the version that the form read first, for a new gig an empty sheet. */
function useStoredSheet(event: CalendarEntry | null) {
  const bandId = event !== null && isGigOrFestival(event.type) ? event.bandId : null
  const stored = useEndpoint(
    'GET /api/bands/:bandId/events/:eventId/gig-sheet',
    { params: { bandId: bandId ?? '', eventId: event?.id ?? '' } },
    { enabled: bandId !== null },
  )
  const query = bandId === null ? { ...stored, data: emptyGigSheet, error: null } : stored
  const [base, setBase] = useState(query.data)
  // Keeps the version that was read first, also if another member saves: the entries are changes of that version.
  if (base === undefined && query.data !== undefined) setBase(query.data)
  return { base, query }
}
