// Every endpoint, once: the server serves this table, the client calls it, and the OpenAPI document is generated from it.

import { activityApi } from './api/activity.ts'
import { answersApi } from './api/answers.ts'
import { authApi } from './api/auth.ts'
import { availabilityApi } from './api/availability.ts'
import { bandFileApi } from './api/band-file.ts'
import { bandsApi } from './api/bands.ts'
import { busyCalendarsApi } from './api/busy-calendars.ts'
import { calendarFeedsApi } from './api/calendar-feeds.ts'
import { depsApi } from './api/deps.ts'
import { eventSeriesApi } from './api/event-series.ts'
import { eventsApi } from './api/events.ts'
import { freeDatesApi } from './api/free-dates.ts'
import { gigSheetsApi } from './api/gig-sheets.ts'
import { imagesApi } from './api/images.ts'
import { invitationsApi } from './api/invitations.ts'
import { meApi } from './api/me.ts'
import { membersApi } from './api/members.ts'
import { noticesApi } from './api/notices.ts'
import { operationsApi } from './api/operations.ts'
import { practiceApi } from './api/practice.ts'
import { liveApi } from './api/live.ts'
import { settingsApi } from './api/settings.ts'
import { setlistsApi } from './api/setlists.ts'
import { songsApi } from './api/songs.ts'
import { spotifyApi } from './api/spotify.ts'

export const api = {
  ...authApi,
  ...meApi,
  ...bandsApi,
  ...bandFileApi,
  ...membersApi,
  ...activityApi,
  ...invitationsApi,
  ...eventsApi,
  ...eventSeriesApi,
  ...freeDatesApi,
  ...answersApi,
  ...depsApi,
  ...availabilityApi,
  ...noticesApi,
  ...calendarFeedsApi,
  ...busyCalendarsApi,
  ...songsApi,
  ...setlistsApi,
  ...practiceApi,
  ...gigSheetsApi,
  ...liveApi,
  ...spotifyApi,
  ...imagesApi,
  ...settingsApi,
  ...operationsApi,
}
