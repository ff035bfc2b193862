import { isUndecidedEnquiry, type Enquiry } from '@gaffer/domain/public-page/enquiry'
import { Inbox } from 'lucide-react'
import { useState } from 'react'
import { QueryState } from '#lib/query-state.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-and-error-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { EnquiryCard } from './enquiry-card.tsx'
import { useEnquiryPages } from './queries.ts'

export function EnquiryList({ bandId, bandName }: { bandId: string; bandName: string }) {
  const pages = useEnquiryPages(bandId)
  const { hasNextPage, fetchNextPage, isFetchingNextPage } = pages
  const [isWhole, setWhole] = useState(false)
  return (
    <section aria-labelledby="enquiries" className="grid grid-cols-1 gap-3">
      <h2 id="enquiries" className="text-lg font-bold">
        Enquiries
      </h2>
      <QueryState query={pages} fallback="Failed to fetch the enquiries" loading={<Skeleton className="h-40" />}>
        {(data) => {
          const all = data.pages.flat()
          if (all.length === 0) return <NoEnquiries />
          const open = all.filter(({ status }) => isUndecidedEnquiry(status))
          const shown = isWhole || open.length === 0 ? all : open
          const hidden = all.length - shown.length
          return (
            <>
              <EnquiryCards {...{ bandId, bandName, enquiries: shown }} />
              {hidden > 0 && (
                <Button variant="quiet" className="justify-self-start" onClick={() => setWhole(true)}>
                  {`Show ${hidden} ${hidden === 1 ? 'that is' : 'that are'} dealt with`}
                </Button>
              )}
              {hasNextPage && (
                <Button
                  variant="quiet"
                  className="justify-self-start"
                  isBusy={isFetchingNextPage}
                  onClick={() => void fetchNextPage()}
                >
                  Show earlier enquiries
                </Button>
              )}
            </>
          )
        }}
      </QueryState>
    </section>
  )
}

function NoEnquiries() {
  return (
    <EmptyState
      icon={<Inbox className="size-8" />}
      title="No enquiries yet"
      text="People who want to book the band write by the form of your public page."
    />
  )
}

function EnquiryCards({ enquiries, ...band }: { bandId: string; bandName: string; enquiries: readonly Enquiry[] }) {
  return (
    <ul className="grid grid-cols-1 gap-3">
      {enquiries.map((enquiry) => (
        <li key={enquiry.id}>
          <EnquiryCard {...band} enquiry={enquiry} />
        </li>
      ))}
    </ul>
  )
}
