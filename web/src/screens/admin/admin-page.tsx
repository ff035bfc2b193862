// Managing the band: who is in it, and letting others in.

import { useSelectedBand } from '#data/selected-band.ts'
import { PageHeading } from '#parts/page-heading.tsx'
import { SelectBand } from '#parts/select-band.tsx'
import { InviteByLink } from './invite-by-link.tsx'
import { MemberList } from './member-list.tsx'

export function AdminPage() {
  const membership = useSelectedBand()
  if (!membership) return <SelectBand withSignOut />
  return (
    <>
      <PageHeading title="Manage Band" text={membership.band.name} />
      <div className="grid grid-cols-1 gap-6 xl:grid-cols-[1.3fr_1fr] xl:items-start">
        <MemberList bandId={membership.bandId} />
        {membership.permissions.includes('members.invite') ? (
          <InviteByLink bandId={membership.bandId} bandName={membership.band.name} />
        ) : (
          <p className="rounded-card border border-hairline bg-surface p-5 text-muted">
            Contact an admin to invite new members.
          </p>
        )}
      </div>
    </>
  )
}
