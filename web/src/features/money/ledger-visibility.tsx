import type { Band } from '@gaffer/domain/bands/band'
import { moneyMessages } from '@gaffer/domain/money/money-messages'
import { useChange } from '#offline/use-change.ts'
import { Switch } from '#ui/switch.tsx'

/** Sets whether members see the whole ledger or only their own entries. Admins and owners always see all. */
export function LedgerVisibility({ band }: { band: Band }) {
  const saveVisibility = useChange('PATCH /api/bands/:bandId', {
    changes: 'band',
    failure: { title: moneyMessages.visibilityNotSaved },
  })
  return (
    <section aria-labelledby="who-sees">
      <h2 id="who-sees" className="mb-1 text-lg font-bold">
        Who sees the ledger
      </h2>
      <Switch
        saves
        label="Every member sees all lines"
        hint="Off: members see their own lines. Admins and owners always see all. Deps never see any."
        isOn={band.ledgerVisibleTo === 'everyone'}
        onChange={(isOn) =>
          void saveVisibility.send({
            params: { bandId: band.id },
            body: { ledgerVisibleTo: isOn ? 'everyone' : 'own' },
            version: null,
          })
        }
      />
    </section>
  )
}
