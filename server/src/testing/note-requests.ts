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
async function createNote(scene: AccessFixture, role: CallerRole, input: Partial<NoteInput> = {}): Promise<Note> {
  return createTestNote(scene.callers[targetMembershipRole(role)], scene.band.id, await createSubject(scene), input)
}

async function createNoteRequest(scene: AccessFixture, role: CallerRole): Promise<EndpointRequest> {
  return { params: { bandId: scene.band.id, noteId: (await createNote(scene, role)).id } }
}

export const validNoteRequests: ValidRequestMakers = {
  'GET /api/bands/:bandId/notes': async (scene) => {
    const { kind, id } = await createSubject(scene)
    return { params: { bandId: scene.band.id }, query: { about: `${kind}:${id}` } }
  },
  'POST /api/bands/:bandId/notes': async (scene) => ({
    params: { bandId: scene.band.id },
    body: { about: await createSubject(scene), text: 'Who drives?' },
  }),
  'PATCH /api/bands/:bandId/notes/:noteId': async (scene, role) => ({
    ...(await createNoteRequest(scene, role)),
    body: { text: 'Who drives the van?' },
  }),
  'DELETE /api/bands/:bandId/notes/:noteId': createNoteRequest,
  'PUT /api/bands/:bandId/notes/:noteId/votes': async (scene, role) => {
    const { id, poll } = await createNote(scene, role, { poll: { choices: ['Red', 'Black'] } })
    return { params: { bandId: scene.band.id, noteId: id }, body: { choiceIds: [poll?.choices[0]?.id] } }
  },
  'POST /api/bands/:bandId/note-threads/read': async (scene, role) => {
    const { id, about } = await createNote(scene, role)
    return { params: { bandId: scene.band.id }, body: { about, upTo: id } }
  },
  'PUT /api/bands/:bandId/note-threads/mute': async (scene) => ({
    params: { bandId: scene.band.id },
    body: { about: await createSubject(scene), isMuted: true },
  }),
  'POST /api/bands/:bandId/reports': async (scene) => ({
    params: { bandId: scene.band.id },
    body: { kind: 'note', id: (await createNote(scene, 'owner')).id, reason: 'This is not funny' },
  }),
}
