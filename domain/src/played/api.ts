import * as z from 'zod/mini'
import { defineEndpoint } from '@gaffer/domain/shared/endpoint'
import { PlayedListInput, PlayedList, UnreportedGig } from './played.ts'

export const playedApi = {
  readPlayed: defineEndpoint({
    method: 'GET',
    path: '/api/bands/:bandId/events/:eventId/played',
    offline: true,
    summary: 'Get what a gig or festival played; the songs of its set list, of version 0, until it is saved',
    status: 200,
    response: PlayedList,
  }),
  savePlayed: defineEndpoint({
    method: 'PUT',
    path: '/api/bands/:bandId/events/:eventId/played',
    offline: true,
    summary: 'Replace what a gig or festival played; 409 before its day',
    body: PlayedListInput,
    status: 200,
    response: PlayedList,
    idempotent: true,
    versioned: true,
    changes: 'songs',
    errors: ['conflict'],
  }),
  exportPlayed: defineEndpoint({
    method: 'GET',
    path: '/api/bands/:bandId/events/:eventId/played.csv',
    summary:
      'Download what a gig or festival played as CSV, in the order of the live performance form of PRS for Music',
    status: 200,
    contentType: 'text/csv',
  }),
  listUnreportedGigs: defineEndpoint({
    method: 'GET',
    path: '/api/bands/:bandId/unreported-gigs',
    offline: true,
    summary: 'List the gigs of the last 12 months that played own songs and were not reported, the oldest first',
    status: 200,
    response: z.array(UnreportedGig),
  }),
}
