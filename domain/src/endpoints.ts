// Every endpoint, once: the server serves this table, the client calls it, and the OpenAPI document is generated from it.

import { activityApi } from './activity/api.ts'
import { ownDataApi } from './own-data/api.ts'
import { answersApi } from './answers/api.ts'
import { authApi } from './sign-in/api.ts'
import { availabilityApi } from './events/availability-api.ts'
import { bandFileApi } from './band-file/api.ts'
import { bandsApi } from './bands/api.ts'
import { busyCalendarsApi } from './busy-calendars/api.ts'
import { calendarFeedsApi } from './calendar-feeds/api.ts'
import { chartsApi } from './charts/api.ts'
import { clashesApi } from './clashes/api.ts'
import { depsApi } from './deps/api.ts'
import { eventSeriesApi } from './events/series-api.ts'
import { eventsApi } from './events/api.ts'
import { filesApi } from './files/api.ts'
import { freeDatesApi } from './free-dates/api.ts'
import { gigSheetsApi } from './gig-sheets/api.ts'
import { imagesApi } from './images/api.ts'
import { invitationsApi } from './invitations/api.ts'
import { meApi } from './sign-in/me-api.ts'
import { moneyApi } from './money/api.ts'
import { membersApi } from './bands/member-api.ts'
import { notesApi } from './notes/api.ts'
import { noticesApi } from './notices/api.ts'
import { operationsApi } from './operations/api.ts'
import { playedApi } from './played/api.ts'
import { practiceApi } from './practice/api.ts'
import { recordingsApi } from './recordings/api.ts'
import { liftsApi } from './lifts/api.ts'
import { liveApi } from './live/api.ts'
import { settingsApi } from './operations/settings-api.ts'
import { setlistsApi } from './set-lists/api.ts'
import { publicPageApi } from './public-page/api.ts'
import { songsApi } from './songs/api.ts'
import { spotifyApi } from './spotify/api.ts'

export const api = {
  ...authApi,
  ...meApi,
  ...ownDataApi,
  ...bandsApi,
  ...bandFileApi,
  ...membersApi,
  ...activityApi,
  ...invitationsApi,
  ...eventsApi,
  ...eventSeriesApi,
  ...clashesApi,
  ...freeDatesApi,
  ...answersApi,
  ...depsApi,
  ...availabilityApi,
  ...noticesApi,
  ...calendarFeedsApi,
  ...busyCalendarsApi,
  ...songsApi,
  ...chartsApi,
  ...setlistsApi,
  ...practiceApi,
  ...recordingsApi,
  ...gigSheetsApi,
  ...notesApi,
  ...moneyApi,
  ...liftsApi,
  ...playedApi,
  ...publicPageApi,
  ...liveApi,
  ...spotifyApi,
  ...filesApi,
  ...imagesApi,
  ...settingsApi,
  ...operationsApi,
}
