// The public page for owners, and its enquiries for admins and owners.

import type { OwnMembership } from '@gaffer/domain/bands/member'
import { canEditPublicPage } from '@gaffer/domain/public-page/access'
import { EnquiryList } from '#features/public-page/enquiry-list.tsx'
import { ListedGigs } from '#features/public-page/listed-gigs.tsx'
import { PublicPageForm } from '#features/public-page/public-page-form.tsx'
import { QueryState } from '#lib/query-state.tsx'
import { useEndpoint } from '#lib/use-endpoint.ts'
import { useToday } from '#lib/use-now.ts'
import { Skeleton } from '#ui/skeleton.tsx'

export function PageTab({ membership }: { membership: OwnMembership }) {
  const { bandId, band } = membership
  return (
    <div className="grid grid-cols-1 gap-10">
      <EnquiryList bandId={bandId} bandName={band.name} />
      {canEditPublicPage(membership) && <PageEditor membership={membership} />}
    </div>
  )
}

function PageEditor({ membership }: { membership: OwnMembership }) {
  const { bandId } = membership
  const read = useEndpoint('GET /api/bands/:bandId/public-page', { params: { bandId } })
  return (
    <section aria-labelledby="public-page" className="grid grid-cols-1 gap-6">
      <div>
        <h2 id="public-page" className="text-lg font-bold">
          Public page
        </h2>
        <p className="text-sm text-muted">One page for everybody: who you are, where you play next, how to book you.</p>
      </div>
      <ListedGigs bandId={bandId} today={useToday()} />
      <QueryState query={read} fallback="Failed to fetch the public page" loading={<Skeleton className="h-128" />}>
        {(page) => <PublicPageForm page={page} membership={membership} />}
      </QueryState>
    </section>
  )
}
