// Labels of answers and of event statuses. Not in answer.ts and event.ts, so that pages do not download Zod for them.

import type { AnswerValue, EventStatus } from './event.ts'

export const answerLabels: Record<AnswerValue, string> = { yes: 'Yes', maybe: 'Maybe', no: 'No' }

export const eventStatusLabels: Record<EventStatus, string> = {
  confirmed: 'Confirmed',
  tentative: 'Pencilled',
  cancelled: 'Cancelled',
}
