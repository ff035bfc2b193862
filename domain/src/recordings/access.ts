import type { Actor } from '@gaffer/domain/bands/access'

/** The member who added a recording, admins and owners delete and restore it. Every member reads, adds, renames, keeps and marks. */
export function canDeleteRecording(
  actor: Pick<Actor, 'membershipId' | 'access'>,
  recording: { uploadedBy: string | null },
): boolean {
  return actor.access !== 'member' || recording.uploadedBy === actor.membershipId
}
