import type { ConflictCheckInput } from '@gaffer/domain/clashes/conflict-check'
import { isRealDate, isRealTime } from '@gaffer/domain/shared/dates'
import { useMemo } from 'react'
import type { EventFormValues } from './event-form-values.ts'

type Schedule = Pick<EventFormValues, 'date' | 'endDate' | 'startTime' | 'endTime' | 'type'>

/** The request of the conflict check; null while the days or times are incomplete. Memoised: a debounced value must keep its identity. */
export function useConflictCheckRequest(
  { date, endDate, startTime, endTime, type }: Schedule,
  { membershipId, excludeEventId }: Pick<ConflictCheckInput, 'membershipId' | 'excludeEventId'>,
): ConflictCheckInput | null {
  return useMemo(() => {
    const isAskable = isRealDate(date) && (endDate === null || (isRealDate(endDate) && endDate >= date))
    if (!isAskable || [startTime, endTime].some((time) => time !== null && !isRealTime(time))) return null
    const days = { date, endDate, type, excludeEventId }
    if (type === 'unavailable') return { ...days, startTime: null, endTime: null, membershipId }
    return { ...days, startTime, endTime, membershipId: null }
  }, [date, endDate, startTime, endTime, type, membershipId, excludeEventId])
}
