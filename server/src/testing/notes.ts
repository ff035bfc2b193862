import { expect } from 'vitest'
import type { Note, NoteInput, NoteSubject, NoteThread } from '@gaffer/domain/notes/note'
import type { TestClient } from './test-client.ts'

export async function createTestNote(
  client: TestClient,
  bandId: string,
  about: NoteSubject,
  input: Partial<Omit<NoteInput, 'about'>> = {},
): Promise<Note> {
  const { status, body } = await client.post(`/api/bands/${bandId}/notes`, { about, text: 'Who drives?', ...input })
  expect([status, body.message]).toEqual([201, undefined])
  return body
}

export async function readTestThread(
  client: TestClient,
  bandId: string,
  { kind, id }: NoteSubject,
  before?: string,
): Promise<NoteThread> {
  const { status, body } = await client.get(
    `/api/bands/${bandId}/notes?about=${kind}:${id}${before ? `&before=${before}` : ''}`,
  )
  expect([status, body.message]).toEqual([200, undefined])
  return body
}
