import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { ErrorState } from '#ui/empty-and-error-state.tsx'
import { getErrorMessage } from './api-error.ts'

/** The fields of a query that its state on screen depends on. */
export type Read<Data> = { data: Data | undefined; error: Error | null; refetch: () => unknown; isFetching: boolean }

type QueryStateProps<Data> = {
  query: Read<Data>
  /** The message of a failure, unless the server sent one or there is no connection. */
  fallback: string
  /** The title of the card that shows a failure. Not used with `isInline`. */
  title?: string
  loading?: ReactNode
  /** Shown in place of an empty list. */
  empty?: ReactNode
  /** Shows a failure as a banner instead of a card. */
  isInline?: boolean
  children?: (data: Data) => ReactNode
}

/** Shows the data of a query, its loading state, or its failure with "Try again". Data stays on screen if a refetch fails. */
export function QueryState<Data>({
  query,
  fallback,
  title,
  loading,
  empty,
  isInline,
  children,
}: QueryStateProps<Data>) {
  const { data, error } = query
  if (data !== undefined) {
    return empty !== undefined && Array.isArray(data) && data.length === 0 ? empty : children?.(data)
  }
  if (!error) return loading
  const errorProps = {
    text: getErrorMessage(error, fallback),
    onRetry: () => void query.refetch(),
    isRetrying: query.isFetching,
  }
  return isInline ? <InlineError {...errorProps} /> : <ErrorState {...errorProps} title={title} />
}

function InlineError({ text, onRetry, isRetrying }: { text: string; onRetry: () => void; isRetrying: boolean }) {
  return (
    <div className="mt-3">
      <Banner
        tone="danger"
        role="alert"
        icon={<TriangleAlert aria-hidden="true" className="size-5 text-danger" />}
        action={
          <Button variant="secondary" isBusy={isRetrying} onClick={onRetry}>
            Try again
          </Button>
        }
      >
        {text}
      </Banner>
    </div>
  )
}

type DataOf<Reads> = { [Name in keyof Reads]: Reads[Name] extends Read<infer Data> ? Data : never }

/** Several reads as one: its data is complete once each has data, and "Try again" refetches all of them. */
export function combineReads<Reads extends Record<string, Read<unknown>>>(reads: Reads): Read<DataOf<Reads>> {
  const allReads = Object.values(reads)
  const isLoaded = allReads.every(({ data }) => data !== undefined)
  return {
    data: isLoaded
      ? (Object.fromEntries(Object.entries(reads).map(([name, { data }]) => [name, data])) as DataOf<Reads>)
      : undefined,
    error: allReads.find(({ data, error }) => data === undefined && error)?.error ?? null,
    refetch: () => Promise.all(allReads.map(({ refetch }) => refetch())),
    isFetching: allReads.some(({ isFetching }) => isFetching),
  }
}

/** Makes a read optional: if it fails, its data is null. */
export function nullIfFailed<Data>({ data, error, refetch, isFetching }: Read<Data>): Read<Data | null> {
  return { data: data === undefined && error ? null : data, error: null, refetch, isFetching }
}
