// The entries of the ledger, newest first.

import { formatDate } from '@gaffer/domain/shared/dates'
import type { LedgerEntry } from '@gaffer/domain/money/ledger'
import { moneyMessages } from '@gaffer/domain/money/money-messages'
import { ledgerKindLabels } from '@gaffer/domain/money/statement'
import { Undo2 } from 'lucide-react'
import { useIdempotencyKeySource } from '#lib/idempotency-key.ts'
import { useChange } from '#offline/use-change.ts'
import { cardClassName } from '#ui/card.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { useDialogState } from '#ui/use-dialog-state.ts'
import { formatMoney } from './format-money.ts'

type Props = { bandId: string; entries: readonly LedgerEntry[]; canReverse: boolean }

export function LedgerList({ bandId, entries, canReverse }: Props) {
  const { keyFor } = useIdempotencyKeySource()
  const reversalDialog = useDialogState<LedgerEntry>()
  const reverseEntry = useChange('POST /api/bands/:bandId/ledger/:entryId/reverse', {
    changes: 'money',
    failure: { title: moneyMessages.entryNotReversed },
  })
  const reversedIds = new Set(entries.map((entry) => entry.reverses))
  if (entries.length === 0) return <p className="text-muted">{moneyMessages.ledgerEmpty}</p>

  async function confirmReversal() {
    const entryId = reversalDialog.subject?.id
    if (entryId !== undefined) await reverseEntry.send({ params: { bandId, entryId }, idempotencyKey: keyFor(entryId) })
    reversalDialog.close()
  }

  return (
    <>
      <ol aria-label="Ledger" className={`${cardClassName} divide-y divide-hairline px-4`}>
        {entries.map((entry) => (
          <li key={entry.id} className="flex flex-wrap items-center gap-x-3 py-2.5">
            <div className="min-w-0 flex-1 basis-28">
              <p className="break-words">
                <span className="font-semibold">{formatEntryTitle(entry)}</span>
                {reversedIds.has(entry.id) && <span className="text-muted"> (reversed)</span>}
              </p>
              <p className="text-sm break-words text-muted">
                {[formatDate(entry.on), entry.note, entry.method === 'bank' ? 'by bank' : entry.method && 'in cash']
                  .filter(Boolean)
                  .join(' · ')}
                {entry.receiptUrl && (
                  <>
                    {' · '}
                    <a href={entry.receiptUrl} target="_blank" rel="noreferrer" className="underline">
                      Receipt
                    </a>
                  </>
                )}
              </p>
            </div>
            <div className="ml-auto flex flex-wrap items-center justify-end gap-x-3">
              <span className="font-semibold whitespace-nowrap tabular-nums">{formatMoney(shownPenceOf(entry))}</span>
              {canReverse && entry.kind !== 'reversal' && !reversedIds.has(entry.id) && (
                <IconButton
                  label={`Reverse ${formatEntryTitle(entry)}`}
                  icon={<Undo2 aria-hidden="true" className="size-5" />}
                  onClick={() => reversalDialog.open(entry)}
                />
              )}
            </div>
          </li>
        ))}
      </ol>
      <ConfirmDialog
        isOpen={reversalDialog.isOpen}
        title="Reverse this line?"
        text={moneyMessages.confirmReverse}
        confirmLabel="Reverse"
        isBusy={reverseEntry.isPending}
        onConfirm={() => void confirmReversal()}
        onCancel={reversalDialog.close}
      />
    </>
  )
}

function formatEntryTitle({ kind, displayName }: LedgerEntry): string {
  return displayName === null ? ledgerKindLabels[kind] : `${ledgerKindLabels[kind]}, ${displayName}`
}

/** The amount to show: the change of a person's balance, or if that is 0, the change of the pot. */
function shownPenceOf({ pence, potPence }: LedgerEntry): number {
  return pence === 0 ? potPence : pence
}
