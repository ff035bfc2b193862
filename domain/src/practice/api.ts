import * as z from 'zod/mini'
import { Id } from '@gaffer/domain/shared/common-schemas'
import { defineEndpoint } from '@gaffer/domain/shared/endpoint'
import { PractisedSongsInput } from './practised.ts'
import { Song } from '@gaffer/domain/songs/song'
import { PracticePlan } from './practice-plan.ts'

export const practiceApi = {
  readPracticePlan: defineEndpoint({
    method: 'GET',
    path: '/api/bands/:bandId/events/:eventId/brief',
    offline: true,
    summary: 'Get what to play at a practice or rehearsal: songs ranked by need, with reasons',
    status: 200,
    response: PracticePlan,
  }),
  readPractised: defineEndpoint({
    method: 'GET',
    path: '/api/bands/:bandId/events/:eventId/practised',
    offline: true,
    summary: 'List the songs that a practice or rehearsal practised',
    status: 200,
    response: z.strictObject({ songIds: z.array(Id) }),
  }),
  setPractised: defineEndpoint({
    method: 'PUT',
    path: '/api/bands/:bandId/events/:eventId/practised',
    offline: true,
    summary: 'Replace the songs that a practice or rehearsal practised; 409 before its day',
    body: PractisedSongsInput,
    status: 200,
    response: z.array(Song),
    idempotent: true,
    changes: 'songs',
    errors: ['conflict'],
  }),
  tickSong: defineEndpoint({
    method: 'PUT',
    path: '/api/bands/:bandId/events/:eventId/practised/:songId',
    offline: true,
    summary: 'Tick a song as practised at a practice or rehearsal; 409 before its day',
    status: 204,
    idempotent: true,
    changes: 'songs',
    errors: ['conflict'],
  }),
  untickSong: defineEndpoint({
    method: 'DELETE',
    path: '/api/bands/:bandId/events/:eventId/practised/:songId',
    offline: true,
    summary: 'Remove the tick of a song that was not practised',
    status: 204,
    idempotent: true,
    changes: 'songs',
    errors: ['conflict'],
  }),
}
