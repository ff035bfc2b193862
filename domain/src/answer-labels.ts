// Words for answers and for the status of an event. Without schemas, which would make every page heavier.

import type { AnswerValue, EventStatus } from './event.ts'

export const answerLabels: Record<AnswerValue, string> = { yes: 'Yes', maybe: 'Maybe', no: 'No' }

export const statusLabels: Record<EventStatus, string> = {
  confirmed: 'Confirmed',
  tentative: 'Pencilled',
  cancelled: 'Cancelled',
}
