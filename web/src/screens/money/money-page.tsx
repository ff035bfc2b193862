// Money of a band: who is owed what, fees that have not come in, and the ledger.

import type { Balance } from '@gaffer/domain/money/ledger'
import { canManageMoney, canReadWholeLedger } from '@gaffer/domain/money/access'
import { moneyMessages } from '@gaffer/domain/money/money-messages'
import { Link, useParams } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useSelectLinkedBand } from '#features/bands/use-selected-band.ts'
import { EventOfOtherBand } from '#features/events/absent-event.tsx'
import { UploadRows } from '#features/files/upload-rows.tsx'
import { Balances } from '#features/money/balances.tsx'
import { makeReceiptsUploadTarget, useActiveMembers, useLedgerPages } from '#features/money/queries.ts'
import type { EntryDraft } from '#features/money/entry-dialog.tsx'
import { LedgerList } from '#features/money/ledger-list.tsx'
import { LedgerVisibility } from '#features/money/ledger-visibility.tsx'
import { UnpaidFees } from '#features/money/unpaid-fees.tsx'
import { lazyOverlay } from '#lib/lazy-part.tsx'
import { useMeOrThrow, type OwnMembership } from '#lib/me.ts'
import { QueryState } from '#lib/query-state.tsx'
import { useEndpoint } from '#lib/use-endpoint.ts'
import { Button, buttonClassNameFor } from '#ui/button.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { Skeleton, SkeletonGroup } from '#ui/skeleton.tsx'
import { useDialogState } from '#ui/use-dialog-state.ts'

const EntryDialog = lazyOverlay(() => import('#features/money/entry-dialog.tsx'), 'EntryDialog')

export function MoneyPage() {
  const { bandId } = useParams({ from: '/cached/signed-in/layout/bands/$bandId/money' })
  const { bands } = useMeOrThrow()
  const membership = bands.find((one) => one.bandId === bandId)
  if (!membership) return <EventOfOtherBand heading="Money" />
  return <MoneyOfBand key={bandId} membership={membership} />
}

function MoneyOfBand({ membership }: { membership: OwnMembership }) {
  const { bandId, band } = membership
  useSelectLinkedBand(bandId)
  const canManage = canManageMoney(membership)
  const pages = useLedgerPages(bandId)
  const fees = useEndpoint('GET /api/bands/:bandId/unpaid-fees', { params: { bandId } })
  const members = useActiveMembers(bandId)
  const entry = useDialogState<EntryDraft>()
  const openPayment = ({ personId, displayName, owedPence }: Balance) =>
    entry.open({ kind: 'payment', personId, displayName, pence: owedPence })
  const membersFor = (isForAll: boolean) => members.data?.filter(({ id }) => isForAll || id === membership.id) ?? []
  const payers = membersFor(canManage)
  const shown = membersFor(canReadWholeLedger(membership, band.ledgerVisibleTo))
  return (
    <>
      <PageHeading
        title="Money"
        text={band.name}
        actions={
          <div className="flex flex-wrap gap-2">
            <Button size="sm" saves onClick={() => entry.open({ kind: 'expense' })}>
              Add expense
            </Button>
            {canManage && (
              <>
                <Button variant="secondary" size="sm" saves onClick={() => entry.open({ kind: 'income' })}>
                  Money in
                </Button>
                <Button variant="secondary" size="sm" saves onClick={() => entry.open({ kind: 'pot' })}>
                  Pot
                </Button>
              </>
            )}
            <Link
              to="/bands/$bandId/money/statement"
              params={{ bandId }}
              className={buttonClassNameFor({ variant: 'secondary', size: 'sm' })}
            >
              Statement
            </Link>
          </div>
        }
      />
      <div className="grid max-w-3xl grid-cols-1 gap-8">
        <UploadRows target={makeReceiptsUploadTarget(bandId)} />
        <QueryState query={fees} fallback={moneyMessages.ledgerNotRead} isInline>
          {(data) => <UnpaidFees bandId={bandId} fees={data} />}
        </QueryState>
        <QueryState
          query={pages}
          title="Who is owed what"
          fallback={moneyMessages.ledgerNotRead}
          loading={
            <SkeletonGroup label="Loading the ledger">
              <Skeleton className="h-60" isCard />
            </SkeletonGroup>
          }
        >
          {({ pages: [first, ...older] }) => (
            <>
              <Balances
                balances={first?.balances ?? []}
                others={membersWithoutBalance(shown, first?.balances ?? [])}
                potPence={first?.potPence ?? 0}
                onPay={canManage ? openPayment : null}
              />
              <section aria-labelledby="ledger">
                <h2 id="ledger" className="mb-3 text-lg font-bold">
                  Ledger
                </h2>
                <LedgerList
                  bandId={bandId}
                  entries={[first, ...older].flatMap((page) => page?.entries ?? [])}
                  canReverse={canManage}
                />
                {pages.hasNextPage && (
                  <Button
                    variant="quiet"
                    className="mt-2"
                    isBusy={pages.isFetchingNextPage}
                    onClick={() => void pages.fetchNextPage()}
                  >
                    Show more
                  </Button>
                )}
              </section>
            </>
          )}
        </QueryState>
        {canManage && <LedgerVisibility band={band} />}
        <p className="text-sm text-muted">{moneyMessages.moneyPurpose}</p>
      </div>
      {entry.subject && (
        <Suspense>
          <EntryDialog
            key={entry.count}
            bandId={bandId}
            draft={entry.subject}
            members={payers}
            ownId={membership.id}
            isOpen={entry.isOpen}
            onClose={entry.close}
          />
        </Suspense>
      )}
    </>
  )
}

function membersWithoutBalance<Member extends { id: string }>(
  members: readonly Member[],
  balances: readonly Balance[],
): Member[] {
  return members.filter(({ id }) => !balances.some(({ membershipId }) => membershipId === id))
}
