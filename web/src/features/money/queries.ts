import { limits } from '@gaffer/domain/shared/limits'
import type { Settlement } from '@gaffer/domain/money/settlement'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { EventPathParams } from '#lib/endpoint-path.ts'
import { queryKeyOf } from '#lib/endpoint-query.ts'
import { pagedQueryOptions } from '#lib/pages-before.ts'
import { fetchAndSaveFile } from '#lib/download.ts'
import { endpointPathOf, request, type PathAndQueryParams } from '#lib/request.ts'
import { useEndpoint } from '#lib/use-endpoint.ts'

const ledgerEndpoint = 'GET /api/bands/:bandId/ledger'

/** The ledger in pages, newest first. Each page also contains all balances. */
export function useLedgerPages(bandId: string) {
  const params = { bandId }
  return useInfiniteQuery(
    pagedQueryOptions({
      queryKey: queryKeyOf(ledgerEndpoint, { params, query: {} }),
      read: (query, signal) => request(ledgerEndpoint, { params, query, signal }),
      entriesOf: ({ entries }) => entries,
      pageSize: limits.ledgerEntriesShown,
    }),
  )
}

/** What the band owes a member, in pence: negative if the member owes the band, 0 until the ledger has been read. */
export function useOwedPence(bandId: string, memberId: string): number {
  const balances = useLedgerPages(bandId).data?.pages[0]?.balances
  return balances?.find(({ membershipId }) => membershipId === memberId)?.owedPence ?? 0
}

export function fetchSettlement(params: EventPathParams): Promise<Settlement> {
  return request('GET /api/bands/:bandId/events/:eventId/settlement', { params })
}

/** The active members of a band, in the server's order. */
export function useActiveMembers(bandId: string) {
  return useEndpoint(
    'GET /api/bands/:bandId/members',
    { params: { bandId } },
    { select: (members) => members.filter(({ status }) => status === 'active') },
  )
}

/** Saves the statement as CSV; resolves to the file's name. */
export function downloadStatement(
  address: PathAndQueryParams<'GET /api/bands/:bandId/ledger/statement'>,
): Promise<string> {
  const path = endpointPathOf('GET /api/bands/:bandId/ledger/statement', address)
  return fetchAndSaveFile(path, 'statement.csv', 'text/csv')
}

/** The upload target of a band's receipts. The money page lists the uploads of this target. */
export function makeReceiptsUploadTarget(bandId: string): string {
  return `receipts ${bandId}`
}
