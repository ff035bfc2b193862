// The page of one set list: loads the set list, the songs and the members for the editor.

import { useSelectedMembership } from '#features/bands/use-selected-band.ts'
import type { Song } from '@gaffer/domain/songs/song'
import { setlistMessages } from '@gaffer/domain/set-lists/set-list-messages'
import { useNavigate, useParams, Link } from '@tanstack/react-router'
import { ListOrdered, CalendarPlus, Check } from 'lucide-react'
import { Suspense, useMemo, useState } from 'react'
import { addDays, todayInLondon } from '@gaffer/domain/shared/dates'
import { limits } from '@gaffer/domain/shared/limits'
import type { CalendarEntry } from '@gaffer/domain/events/event'
import { isGigOrFestival } from '@gaffer/domain/shared/event-type'
import { useEndpoint } from '#lib/use-endpoint.ts'
import type { OwnMembership } from '#lib/me.ts'
import { BandPicker } from '#features/bands/band-picker.tsx'
import { readerPropsOf } from '#features/notes/notes-of-event.ts'
import { signOut } from '#features/sign-in/sign-out.ts'
import { lazyPart } from '#lib/lazy-part.tsx'
import { combineReads, nullIfFailed, QueryState } from '#lib/query-state.tsx'
import { Card } from '#ui/card.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-and-error-state.tsx'
import { Skeleton, SkeletonGroup } from '#ui/skeleton.tsx'
import { yearAheadRange } from '#features/events/date-ranges.ts'
import { formatEventNameAndDates } from '#features/events/format-event.ts'
import { useBandEvents, useChangeEvent } from '#features/events/queries.ts'
import type { Setlist } from '#features/set-lists/queries.ts'
import { useToday } from '#lib/use-now.ts'
import { Dialog } from '#ui/dialog.tsx'
import { showToast } from '#ui/toast-store.ts'
import { useSavingGate } from '#ui/use-saving-gate.ts'
import type { UnsavedSetlist } from './setlist-edit.ts'
import { SetlistEditor } from './setlist-editor.tsx'

const ChartsOnDevice = lazyPart(() => import('#features/set-lists/charts-on-device.tsx'), 'ChartsOnDevice')
const NotesSection = lazyPart(() => import('#features/notes/notes-section.tsx'), 'NotesSection')

export function SetlistPage() {
  const { setlistId } = useParams({ from: '/cached/signed-in/layout/setlists/$setlistId' })
  const membership = useSelectedMembership()
  if (!membership) return <BandPicker onSignOut={() => void signOut()} />
  return <SetlistOfBand key={`${membership.bandId} ${setlistId}`} membership={membership} setlistId={setlistId} />
}

function SetlistOfBand({ membership, setlistId }: { membership: OwnMembership; setlistId: string }) {
  const { bandId } = membership
  const setlists = useEndpoint('GET /api/bands/:bandId/setlists', { params: { bandId } })
  const songs = useEndpoint('GET /api/bands/:bandId/songs', { params: { bandId } })
  const members = useEndpoint('GET /api/bands/:bandId/members', { params: { bandId } })
  const memberIds = useMemo(
    () => members.data?.filter(({ status }) => status === 'active').map(({ id }) => id),
    [members.data],
  )
  const setlist = setlists.data?.find(({ id }) => id === setlistId)
  if (setlists.data && !setlist) return <AbsentSetlist />
  const read = combineReads({ setlists, songs, members: nullIfFailed(members) })
  return (
    <>
      {!read.data && <PageHeading title="Set list" />}
      <QueryState
        query={read}
        fallback={setlistMessages.setlistsNotRead}
        loading={
          <SkeletonGroup label="Loading the set list">
            <Skeleton className="h-96" isCard />
          </SkeletonGroup>
        }
      >
        {(data) =>
          setlist && (
            <>
              <QueryState query={members} fallback="Failed to fetch band members" isInline />
              <SetlistEditor setlist={setlist} songs={data.songs} memberIds={memberIds ?? null}>
                {(unsaved) => (
                  <>
                    <SetlistEvents setlist={setlist} unsaved={unsaved} />
                    <SetlistCharts setlist={setlist} songs={data.songs} />
                  </>
                )}
              </SetlistEditor>
              <Card className="mt-6 max-w-3xl p-4 sm:p-5 print:hidden">
                <Suspense fallback={<Skeleton className="h-32" />}>
                  <NotesSection
                    {...readerPropsOf(membership)}
                    about={{ kind: 'setlist', id: setlist.id }}
                    name={setlist.name}
                    noteCount={setlist.noteCount}
                    hasUnreadNotes={setlist.hasUnreadNotes}
                  />
                </Suspense>
              </Card>
            </>
          )
        }
      </QueryState>
    </>
  )
}

/** The events of the coming year at which the set list is played, without cancelled ones. */
function useEventsOfSetlist({ id, bandId }: Setlist) {
  const { data } = useBandEvents(bandId, yearAheadRange(useToday()))
  return data?.filter(({ setlistId, status }) => setlistId === id && status !== 'cancelled') ?? []
}

type SetlistChartsProps = { setlist: Setlist; songs: readonly Song[] }

export function SetlistCharts({ setlist, songs }: SetlistChartsProps) {
  const lastKeptDay = addDays(useToday(), limits.offlineEventDays)
  const isPlayedSoon = useEventsOfSetlist(setlist).some(({ date }) => date <= lastKeptDay)
  return (
    <Suspense>
      <ChartsOnDevice
        bandId={setlist.bandId}
        setlistId={setlist.id}
        isPlayedSoon={isPlayedSoon}
        titleOf={(id) => songs.find((song) => song.id === id)?.title}
      />
    </Suspense>
  )
}

function AbsentSetlist() {
  const navigate = useNavigate()
  return (
    <>
      <PageHeading title="Set list" />
      <EmptyState
        icon={<ListOrdered aria-hidden="true" className="size-10" />}
        {...setlistMessages.setlistAbsent}
        action={<Button onClick={() => void navigate({ to: '/setlists' })}>All set lists</Button>}
      />
    </>
  )
}

/** Lists the events at which the set list is played, with the button for the dialog that chooses them. */
export function SetlistEvents({ setlist, unsaved }: { setlist: Setlist; unsaved: UnsavedSetlist }) {
  const { bandId } = setlist
  const events = useEventsOfSetlist(setlist)
  const [isChoosing, setChoosing] = useState(false)
  return (
    <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2">
      {events.length > 0 && (
        <ul aria-label="Played at" className="min-w-0 flex-1 basis-64">
          {events.map((event) => (
            <li key={event.id}>
              <Link
                to="/bands/$bandId/events/$eventId"
                params={{ bandId, eventId: event.id }}
                className="inline-flex min-h-11 items-center font-medium break-words underline underline-offset-4"
              >
                {formatEventNameAndDates(event)}
              </Link>
            </li>
          ))}
        </ul>
      )}
      <Button variant="secondary" size="sm" onClick={() => setChoosing(true)}>
        <CalendarPlus aria-hidden="true" className="size-5" />
        Use at an event
      </Button>
      {isChoosing && <AttachSetlistDialog setlist={setlist} unsaved={unsaved} onClose={() => setChoosing(false)} />}
    </div>
  )
}

type AttachSetlistDialogProps = { setlist: Setlist; unsaved: UnsavedSetlist; onClose: () => void }

/** Attaches the set list to events of the coming year, gigs first. Unsaved changes are saved first. */
function AttachSetlistDialog({ setlist, unsaved, onClose }: AttachSetlistDialogProps) {
  const { bandId } = setlist
  const [range] = useState(() => yearAheadRange(todayInLondon(new Date())))
  const read = useBandEvents(bandId, range)
  const events = read.data?.filter(({ type, status }) => type !== 'unavailable' && status !== 'cancelled')
  return (
    <Dialog isOpen onClose={onClose} title="Use at an event" description={setlist.name}>
      {unsaved.isDirty && <p className="mb-4">{setlistMessages.setlistSavedFirst}</p>}
      <QueryState
        query={{ ...read, data: events }}
        fallback={setlistMessages.eventsNotRead}
        loading={
          <SkeletonGroup label="Loading the events">
            <Skeleton className="h-40" />
          </SkeletonGroup>
        }
        empty={<p className="text-muted">{setlistMessages.setlistNoEvents}</p>}
      >
        {(ahead) => {
          const choice = { setlist, unsaved, onNotSaved: onClose }
          return (
            <div className="grid grid-cols-1 gap-5">
              <EventChoices title="Gigs" events={ahead.filter(({ type }) => isGigOrFestival(type))} {...choice} />
              <EventChoices
                title="Other events"
                events={ahead.filter(({ type }) => !isGigOrFestival(type))}
                {...choice}
              />
            </div>
          )
        }}
      </QueryState>
    </Dialog>
  )
}

type ChoiceProps = {
  setlist: Setlist
  unsaved: UnsavedSetlist
  /** Called if the unsaved changes could not be saved. The set list is then not attached. */
  onNotSaved: () => void
}
type EventChoicesProps = ChoiceProps & { title: string; events: readonly CalendarEntry[] }

function EventChoices({ title, events, ...choice }: EventChoicesProps) {
  if (events.length === 0) return null
  return (
    <section aria-label={title}>
      <h3 className="text-sm font-semibold text-muted">{title}</h3>
      <ul aria-label={title} className="grid grid-cols-1">
        {events.map((event) => (
          <EventChoice key={event.id} event={event} {...choice} />
        ))}
      </ul>
    </section>
  )
}

function EventChoice({ event, setlist, unsaved, onNotSaved }: ChoiceProps & { event: CalendarEntry }) {
  const { send, isPending } = useChangeEvent(setlist.bandId, { title: setlistMessages.setlistNotAttached })
  const { gateProps, attempt } = useSavingGate()
  const isChosen = event.setlistId === setlist.id

  async function toggle() {
    if (!isChosen && !(await unsaved.save())) {
      onNotSaved()
      return
    }
    if (!(await send({ ...event, changes: { setlistId: isChosen ? null : setlist.id } }))) return
    const { setlistAttached, setlistAttachedTo, setlistDetached, setlistDetachedFrom } = setlistMessages
    const name = formatEventNameAndDates(event)
    showToast(
      isChosen
        ? { title: setlistDetached, text: setlistDetachedFrom(setlist.name, name) }
        : { title: setlistAttached, text: setlistAttachedTo(setlist.name, name) },
    )
  }

  return (
    <li>
      <button
        type="button"
        aria-pressed={isChosen}
        {...gateProps}
        onClick={() => attempt(() => !isPending && void toggle())}
        className="flex min-h-14 w-full items-center gap-3 border-b border-hairline py-2 text-left transition-colors hover:bg-lit"
      >
        <span className="min-w-0 flex-1 break-words">{formatEventNameAndDates(event)}</span>
        {!isChosen && event.setlistId !== null && <span className="text-sm text-muted">Has another list</span>}
        {isChosen && <Check aria-hidden="true" className="size-5 shrink-0 text-success" />}
      </button>
    </li>
  )
}
