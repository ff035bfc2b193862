import type { Membership } from '@gaffer/domain/bands/member'
import { useChange } from '#offline/use-change.ts'
import { type MemberChangesBody } from '#features/bands/queries.ts'
import { showToast } from '#ui/toast-store.ts'

/** Saves changes of a member, and shows the outcome in a toast. */
export function useSaveMember({ id, bandId }: Membership, onSaved: () => void) {
  const change = useChange('PATCH /api/bands/:bandId/members/:memberId', {
    changes: 'members',
    failure: { title: 'Error' },
  })

  async function save(changes: MemberChangesBody, title: string) {
    if (!(await change.send({ params: { bandId, memberId: id }, body: changes }))) return
    showToast({ title })
    onSaved()
  }

  return { save, isSaving: change.isPending }
}
