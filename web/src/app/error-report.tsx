// Copies an error report for a maintainer. A chunk of its own, which is loaded only after an error.

import { routes } from '@gaffer/domain/routes'
import { useState } from 'react'
import { copyText } from '#lib/share.ts'
import { Button } from '#ui/button.tsx'

export function CopyErrorReportButton({ error }: { error: unknown }) {
  const [isCopied, setCopied] = useState(false)
  return (
    <>
      <Button variant="secondary" onClick={() => void copyText(formatErrorReport(error)).then(setCopied)}>
        Copy error report
      </Button>
      <output className="min-h-6 text-sm text-muted">
        {isCopied && 'Copied. Send it to the person who runs Gaffer for you.'}
      </output>
    </>
  )
}

function formatErrorReport(error: unknown): string {
  const trace = error instanceof Error ? error.stack : String(error)
  return [
    'Gaffer error report',
    new Date().toISOString(),
    removeToken(location.pathname),
    navigator.userAgent,
    trace,
  ].join('\n')
}

const tokenPrefixes = Object.values(routes).flatMap(({ path }) => (path.endsWith('$token') ? [path.slice(0, -6)] : []))

/** Removes the token of a bearer link: a reader of the report could join the band, answer as the dep or read the gig sheet. */
function removeToken(path: string): string {
  const prefix = tokenPrefixes.find((one) => path.startsWith(one))
  return prefix ? `${prefix}…` : path
}
