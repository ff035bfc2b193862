// Shows an error report to copy for a maintainer. A chunk of its own, which is loaded only after an error.

import { useState } from 'react'
import { copyText } from '#lib/share.ts'
import { Button } from '#ui/button.tsx'

export function CopyErrorReportButton({ error }: { error: unknown }) {
  const [isCopied, setCopied] = useState(false)
  return (
    <>
      <Button variant="secondary" onClick={() => void copyText(reportOf(error)).then(setCopied)}>
        Copy error report
      </Button>
      <output className="min-h-6 text-sm text-muted">
        {isCopied && 'Copied. Send it to the person who runs Gaffer for you.'}
      </output>
    </>
  )
}

function reportOf(error: unknown): string {
  const trace = error instanceof Error ? error.stack : String(error)
  return [
    'Gaffer error report',
    new Date().toISOString(),
    withoutToken(location.pathname),
    navigator.userAgent,
    trace,
  ].join('\n')
}

/** Removes the token of an invitation, which would let a reader of the report join the band. */
function withoutToken(path: string): string {
  return path.replace(/^(\/invite\/).+/, '$1…')
}
