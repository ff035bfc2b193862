import type { CalendarEntry } from '@gaffer/domain/events/event'
import type { TestClient } from './test-client.ts'

export const thursdayPractice = {
  type: 'practice',
  title: 'Thursday practice',
  date: '2027-03-04',
  startTime: '19:00',
  endTime: '22:00',
  location: 'Unit 4',
}
const fourWeeks = { every: 'week', until: '2027-03-25' }

/** Requests about series, by default of the Thursday practice. The getters are called at each request. */
export function createSeriesTestClient(caller: () => TestClient, bandId: () => string) {
  const base = () => `/api/bands/${bandId()}`
  const seriesBody = (event: object = {}, repeat: object = {}) => ({
    event: { ...thursdayPractice, ...event },
    repeat: { ...fourWeeks, ...repeat },
  })
  const send = (event?: object, repeat?: object) => caller().post(`${base()}/event-series`, seriesBody(event, repeat))
  return {
    base,
    seriesBody,
    send,
    async createSeries(event?: object, repeat?: object): Promise<{ seriesId: string; events: CalendarEntry[] }> {
      const { status, body, text } = await send(event, repeat)
      if (status !== 201) throw new Error(`Adding the series answered ${status}: ${text}`)
      return body
    },
    listEvents: async (from = '2027-01-01', to = '2027-12-31'): Promise<CalendarEntry[]> =>
      (await caller().get(`${base()}/events?startDate=${from}&endDate=${to}`)).body,
    async readActivity() {
      const { body } = await caller().get(`${base()}/activity`)
      return (body as { verb: string; subject: string; date: string; actor: string }[]).map(
        ({ verb, subject, date, actor }) => [verb, subject, date, actor],
      )
    },
  }
}
