import type { Actor } from '@gaffer/domain/bands/access'

/** The member who added a chart, admins and owners change, delete and restore it. Every member reads and adds charts. */
export function canChangeChart(
  actor: Pick<Actor, 'membershipId' | 'access'>,
  chart: { uploadedBy: string | null },
): boolean {
  return actor.access !== 'member' || chart.uploadedBy === actor.membershipId
}
