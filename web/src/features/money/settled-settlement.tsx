// A settlement that is in the ledger: how the fee was split, and the button to reopen it.

import { formatDayInLondon } from '@gaffer/domain/shared/dates'
import { moneyMessages } from '@gaffer/domain/money/money-messages'
import type { Settlement } from '@gaffer/domain/money/settlement'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useIdempotencyKeySource } from '#lib/idempotency-key.ts'
import { useChange } from '#offline/use-change.ts'
import { Button, buttonClassNameFor } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { showToast } from '#ui/toast-store.ts'
import { FeeBar, toFeeParts } from './fee-bar.tsx'
import { formatMoney } from './format-money.ts'

export function SettledSettlement({ bandId, settlement }: { bandId: string; settlement: Settlement }) {
  const [isAsking, setAsking] = useState(false)
  const { keyFor } = useIdempotencyKeySource()
  const { eventId, feePence, settledAt, version } = settlement
  const reopenSettlement = useChange('POST /api/bands/:bandId/events/:eventId/settlement/reopen', {
    changes: 'money',
    failure: { title: moneyMessages.notReopened },
  })

  async function confirmReopening() {
    const done = await reopenSettlement.send({ params: { bandId, eventId }, version, idempotencyKey: keyFor(version) })
    setAsking(false)
    if (done) showToast({ title: moneyMessages.reopened })
  }

  return (
    <Card className="grid max-w-3xl grid-cols-1 gap-5 p-4 sm:p-5">
      <div>
        <h2 className="text-lg font-bold">Where {formatMoney(feePence)} went</h2>
        {settledAt && <p className="text-sm text-muted">Settled on {formatDayInLondon(settledAt)}</p>}
      </div>
      <FeeBar
        feePence={feePence}
        parts={toFeeParts({ ...settlement, costs: settlement.costs.map(({ id, ...cost }) => ({ ...cost, key: id })) })}
      />
      <div className="grid gap-3 sm:flex">
        <Link to="/bands/$bandId/money" params={{ bandId }} className={buttonClassNameFor({})}>
          Pay the shares
        </Link>
        <Button variant="secondary" saves onClick={() => setAsking(true)}>
          Reopen
        </Button>
      </div>
      <ConfirmDialog
        isOpen={isAsking}
        title="Reopen the settlement?"
        text={moneyMessages.confirmReopen}
        confirmLabel="Reopen"
        confirmVariant="secondary"
        isBusy={reopenSettlement.isPending}
        onConfirm={() => void confirmReopening()}
        onCancel={() => setAsking(false)}
      />
    </Card>
  )
}
