// The statement of a tax year: of the member, or of any person for admins and owners.

import { canManageMoney } from '@gaffer/domain/money/access'
import { moneyMessages } from '@gaffer/domain/money/money-messages'
import { formatTaxYear, taxYearOf } from '@gaffer/domain/money/tax-year'
import { Link, useParams } from '@tanstack/react-router'
import { ArrowLeft, Printer } from 'lucide-react'
import { useState } from 'react'
import { useSelectLinkedBand } from '#features/bands/use-selected-band.ts'
import { EventOfOtherBand } from '#features/events/absent-event.tsx'
import { downloadStatement, useActiveMembers, useLedgerPages } from '#features/money/queries.ts'
import { StatementView } from '#features/money/statement-view.tsx'
import { DownloadButton } from '#lib/download-button.tsx'
import { useMeOrThrow, type OwnMembership } from '#lib/me.ts'
import { QueryState } from '#lib/query-state.tsx'
import { useEndpoint } from '#lib/use-endpoint.ts'
import { useToday } from '#lib/use-now.ts'
import { Button, buttonClassNameFor } from '#ui/button.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { Select } from '#ui/select.tsx'
import { Skeleton, SkeletonGroup } from '#ui/skeleton.tsx'

const yearsShown = 6

export function StatementPage() {
  const { bandId } = useParams({ from: '/cached/signed-in/layout/bands/$bandId/money/statement' })
  const { bands } = useMeOrThrow()
  const membership = bands.find((one) => one.bandId === bandId)
  if (!membership) return <EventOfOtherBand heading="Statement" />
  return <StatementOfBand key={bandId} membership={membership} />
}

const ownPerson = 'own'

function StatementOfBand({ membership }: { membership: OwnMembership }) {
  const { bandId, band } = membership
  useSelectLinkedBand(bandId)
  const thisYear = taxYearOf(useToday())
  const [taxYear, setTaxYear] = useState(String(thisYear))
  const [person, setPerson] = useState(ownPerson)
  const personQuery = person === ownPerson ? {} : { personId: person }
  const address = { params: { bandId }, query: { taxYear, ...personQuery } }
  const statement = useEndpoint('GET /api/bands/:bandId/ledger/statement', address)
  const years = Array.from({ length: yearsShown }, (_, at) => thisYear - at)
  return (
    <>
      <PageHeading
        title="Statement"
        text={band.name}
        actions={
          <Link
            to="/bands/$bandId/money"
            params={{ bandId }}
            className={`${buttonClassNameFor({ variant: 'secondary', size: 'sm' })} print:hidden`}
          >
            <ArrowLeft aria-hidden="true" className="size-5" />
            Money
          </Link>
        }
      />
      <div className="mb-6 grid max-w-3xl grid-cols-1 gap-4 sm:grid-cols-2 print:hidden">
        <Select
          label="Tax year"
          options={years.map((year) => ({ value: String(year), label: formatTaxYear(year) }))}
          value={taxYear}
          onChange={setTaxYear}
        />
        {canManageMoney(membership) && <PersonSelect membership={membership} value={person} onChange={setPerson} />}
        <div className="flex flex-wrap gap-3 sm:col-span-2">
          <Button variant="secondary" onClick={() => window.print()}>
            <Printer aria-hidden="true" className="size-5" />
            Print
          </Button>
          <DownloadButton
            label="Download CSV"
            saved="Statement downloaded"
            notSaved={moneyMessages.statementNotRead}
            download={() => downloadStatement(address)}
          />
        </div>
      </div>
      <QueryState
        query={statement}
        fallback={moneyMessages.statementNotRead}
        loading={
          <SkeletonGroup label="Loading the statement">
            <Skeleton className="h-96" isCard />
          </SkeletonGroup>
        }
      >
        {(data) => <StatementView statement={data} />}
      </QueryState>
    </>
  )
}

type PersonSelectProps = { membership: OwnMembership; value: string; onChange: (person: string) => void }

/** Selects a person with lines in the ledger, who may be a former member. */
function PersonSelect({ membership, value, onChange }: PersonSelectProps) {
  const pages = useLedgerPages(membership.bandId)
  const members = useActiveMembers(membership.bandId)
  const ownName = members.data?.find(({ id }) => id === membership.id)?.displayName ?? 'Me'
  const others = (pages.data?.pages[0]?.balances ?? []).filter(({ membershipId }) => membershipId !== membership.id)
  const options = [
    { value: ownPerson, label: ownName },
    ...others.map(({ personId, displayName }) => ({ value: personId, label: displayName })),
  ]
  return <Select label="Whose statement" options={options} value={value} onChange={onChange} />
}
