import { TriangleAlert } from 'lucide-react'
import { getErrorMessage } from './api-error.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'

type Props = {
  read: { data: unknown; error: Error | null; refetch: () => unknown; isFetching: boolean }
  fallback: string
}

/** The error of a failed query of a page section, with Retry. Renders nothing if the query has data or no error. */
export function InlineQueryError({ read: { data, error, refetch, isFetching }, fallback }: Props) {
  if (data !== undefined || !error) return null
  return (
    <div className="mt-3">
      <Banner
        tone="danger"
        role="alert"
        icon={<TriangleAlert aria-hidden="true" className="size-5 text-danger" />}
        action={
          <Button variant="secondary" isBusy={isFetching} onClick={() => void refetch()}>
            Retry
          </Button>
        }
      >
        {getErrorMessage(error, fallback)}
      </Banner>
    </div>
  )
}
