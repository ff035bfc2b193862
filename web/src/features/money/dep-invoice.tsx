// A dep's invoice to the band, on one A4 page. It is visible only in print, where app.css hides everything else.

import { formatDate } from '@gaffer/domain/shared/dates'
import { Printer } from 'lucide-react'
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { Button } from '#ui/button.tsx'
import { formatMoney } from './format-money.ts'

export type InvoicedDep = { depId: string; name: string; pence: number }
export type InvoicedGig = { bandName: string; title: string; date: string; place: string | null }

type Props = { deps: readonly InvoicedDep[]; gig: InvoicedGig; today: string }

export function DepInvoices({ deps, gig, today }: Props) {
  const [printedDep, setPrintedDep] = useState<InvoicedDep | null>(null)
  useEffect(() => {
    if (printedDep === null) return
    const clearPrinted = () => setPrintedDep(null)
    window.addEventListener('afterprint', clearPrinted, { once: true })
    window.print()
    return () => window.removeEventListener('afterprint', clearPrinted)
  }, [printedDep])
  return (
    <section aria-labelledby="invoices" className="mt-6 max-w-3xl">
      <h2 id="invoices" className="mb-1 text-lg font-bold">
        Invoices of deps
      </h2>
      <p className="mb-3 text-sm text-muted">A plain invoice from the dep to the band, for both to keep.</p>
      <ul className="grid grid-cols-1 gap-2">
        {deps.map((dep) => (
          <li key={dep.depId} className="flex flex-wrap items-center justify-between gap-3">
            <span>
              {dep.name}, {formatMoney(dep.pence)}
            </span>
            <Button variant="secondary" size="sm" onClick={() => setPrintedDep(dep)}>
              <Printer aria-hidden="true" className="size-5" />
              Print the invoice of {dep.name}
            </Button>
          </li>
        ))}
      </ul>
      {printedDep && <Invoice dep={printedDep} gig={gig} today={today} />}
    </section>
  )
}

function Invoice({ dep, gig, today }: { dep: InvoicedDep; gig: InvoicedGig; today: string }) {
  return createPortal(
    <div data-print-sheet="" aria-hidden="true" className="hidden text-base print:block">
      <p style={{ fontSize: '8mm', lineHeight: '14mm', fontWeight: 700 }}>Invoice</p>
      <p>From: {dep.name}</p>
      <p>To: {gig.bandName}</p>
      <p>Date: {formatDate(today)}</p>
      <table style={{ width: '100%', marginTop: '10mm', borderCollapse: 'collapse' }}>
        <tbody>
          <tr style={{ borderBlock: '1px solid' }}>
            <td style={{ padding: '3mm 0' }}>
              Performance: {[gig.title, gig.place].filter(Boolean).join(', ')}, {formatDate(gig.date)}
            </td>
            <td style={{ textAlign: 'right' }}>{formatMoney(dep.pence)}</td>
          </tr>
          <tr>
            <td style={{ padding: '3mm 0', fontWeight: 700 }}>Total</td>
            <td style={{ textAlign: 'right', fontWeight: 700 }}>{formatMoney(dep.pence)}</td>
          </tr>
        </tbody>
      </table>
    </div>,
    document.body,
  )
}
