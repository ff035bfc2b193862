// A valid request for every endpoint of notes that needs input.

import type { Note, NoteInput } from '@gaffer/domain/notes/note'
import type { AccessFixture, CallerRole, EndpointRequest, ValidRequestMakers } from './access-roles.ts'
import { createTestPractice } from './builders.ts'
import { createTestNote } from './notes.ts'
import { targetMembershipRole } from './request-params.ts'

async function createSubject({ callers, band }: AccessFixture) {
  return { kind: 'event' as const, id: (await createTestPractice(callers.owner, band.id)).id }
}

/** A note of the role's member; for roles outside the band the owner's. */
async function createNote(fixture: AccessFixture, role: CallerRole, input: Partial<NoteInput> = {}): Promise<Note> {
  return createTestNote(
    fixture.callers[targetMembershipRole(role)],
    fixture.band.id,
    await createSubject(fixture),
    input,
  )
}

async function createNoteRequest(fixture: AccessFixture, role: CallerRole): Promise<EndpointRequest> {
  return { params: { bandId: fixture.band.id, noteId: (await createNote(fixture, role)).id } }
}

export const validNoteRequests: ValidRequestMakers = {
  'GET /api/bands/:bandId/notes': async (fixture) => {
    const { kind, id } = await createSubject(fixture)
    return { params: { bandId: fixture.band.id }, query: { about: `${kind}:${id}` } }
  },
  'POST /api/bands/:bandId/notes': async (fixture) => ({
    params: { bandId: fixture.band.id },
    body: { about: await createSubject(fixture), text: 'Who drives?' },
  }),
  'PATCH /api/bands/:bandId/notes/:noteId': async (fixture, role) => ({
    ...(await createNoteRequest(fixture, role)),
    body: { text: 'Who drives the van?' },
  }),
  'DELETE /api/bands/:bandId/notes/:noteId': createNoteRequest,
  'PUT /api/bands/:bandId/notes/:noteId/votes': async (fixture, role) => {
    const { id, poll } = await createNote(fixture, role, { poll: { choices: ['Red', 'Black'] } })
    return { params: { bandId: fixture.band.id, noteId: id }, body: { choiceIds: [poll?.choices[0]?.id] } }
  },
  'POST /api/bands/:bandId/note-threads/read': async (fixture, role) => {
    const { id, about } = await createNote(fixture, role)
    return { params: { bandId: fixture.band.id }, body: { about, upTo: id } }
  },
  'PUT /api/bands/:bandId/note-threads/mute': async (fixture) => ({
    params: { bandId: fixture.band.id },
    body: { about: await createSubject(fixture), isMuted: true },
  }),
  'POST /api/bands/:bandId/reports': async (fixture) => ({
    params: { bandId: fixture.band.id },
    body: { kind: 'note', id: (await createNote(fixture, 'owner')).id, reason: 'This is not funny' },
  }),
}
