// Shows the conflicts of the chosen dates in the event form, and which members are free. Conflicts never prevent saving.

import type { Conflicts } from '@gaffer/domain/clashes/conflict-check'
import { formatFreeMembers } from '@gaffer/domain/free-dates/free-members'
import { TriangleAlert, UsersRound } from 'lucide-react'
import { useEndpoint } from '#lib/use-endpoint.ts'
import { useConflictCheck } from './conflicts.ts'
import type { ConflictWarningProps } from '#features/events/event-form/event-form-props.ts'
import { formatScheduleConflictLines } from './format-conflicts.ts'
import { useDebouncedValue } from '#ui/use-debounced-value.ts'

const debounceMs = 250

export function ConflictWarning({ bandId, request, isAsking }: ConflictWarningProps) {
  const debouncedRequest = useDebouncedValue(request, debounceMs)
  const { data: conflicts } = useConflictCheck(bandId, debouncedRequest)
  const date = request?.date ?? ''
  return (
    <output className="grid grid-cols-1 gap-2 empty:-mt-4">
      {request && conflicts && bandId && (
        <BandConflicts bandId={bandId} date={date} conflicts={conflicts} isAsking={isAsking} />
      )}
      {request && conflicts && !bandId && (
        <ConflictLines lines={formatScheduleConflictLines(date, conflicts, [])} isAsking={isAsking} />
      )}
    </output>
  )
}

type OfBandProps = { bandId: string; date: string; conflicts: Conflicts; isAsking: boolean }

function BandConflicts({ bandId, date, conflicts, isAsking }: OfBandProps) {
  const { data: members = [] } = useEndpoint('GET /api/bands/:bandId/members', { params: { bandId } })
  const freeMembersText = formatFreeMembers(date, {
    ...conflicts,
    missing: [...conflicts.unavailabilityConflicts, ...conflicts.busyElsewhere],
    bandEvents: conflicts.bandEventConflicts,
  })
  return (
    <>
      <ConflictLines lines={formatScheduleConflictLines(date, conflicts, members)} isAsking={isAsking} />
      {freeMembersText && (
        <p className="flex gap-3 px-3.5 text-muted">
          <UsersRound aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-faint" />
          <span className="min-w-0 break-words">{freeMembersText}</span>
        </p>
      )}
    </>
  )
}

type LinesProps = { lines: ReturnType<typeof formatScheduleConflictLines>; isAsking: boolean }

function ConflictLines({ lines, isAsking }: LinesProps) {
  if (lines.length === 0) return null
  const isAffected = lines.some(({ kind }) => kind === 'affected')
  return (
    <div className="flex gap-3 rounded-control border border-warn bg-sunken px-3.5 py-3">
      <TriangleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-warn" />
      <div className="grid min-w-0 grid-cols-1 gap-1 break-words">
        {lines.map(({ kind, label, text }) => (
          <p key={kind}>
            <span className="font-semibold">{label}: </span>
            {text}
          </p>
        ))}
        {isAffected && isAsking && <p className="text-sm text-muted">When you save, you are asked about each.</p>}
      </div>
    </div>
  )
}
