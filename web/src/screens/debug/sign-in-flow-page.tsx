// /oauth-result: steps and timings of the last sign-in.

import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { deleteSignInTrace, readSignInTrace } from '#features/sign-in/sign-in-trace.ts'
import { deleteSignedInValues } from '#lib/browser-storage.ts'
import { maskValue } from '#lib/debug-cookie.ts'
import { Button, buttonClassNameFor } from '#ui/button.tsx'
import {
  CookiesPanel,
  CurrentUserPanel,
  DebugPageLayout,
  NameValueList,
  DebugPanel,
  useConsumedUrlParameters,
} from './debug-page-layout.tsx'

const maxUnmaskedLength = 40

export function SignInFlowPage() {
  const navigate = useNavigate()
  const [{ startedAt, steps }] = useState(readSignInTrace)
  const parameters = Object.entries(useConsumedUrlParameters()).map(([name, value]) => ({
    name,
    value: maskIfSecret(name, value),
  }))

  function clear() {
    deleteSignInTrace()
    deleteSignedInValues()
    void navigate({ to: '/login' })
  }

  return (
    <DebugPageLayout
      title="Sign-in flow"
      text="The last sign-in in this browser, step by step."
      actions={
        <>
          <Button onClick={clear}>Clear &amp; Try Again</Button>
          <Link to="/dashboard" className={buttonClassNameFor({ variant: 'secondary' })}>
            Go to Dashboard
          </Link>
        </>
      }
    >
      <DebugPanel title="Flow steps">
        {startedAt === null ? (
          <p className="text-muted">No sign-in has been noted here.</p>
        ) : (
          <>
            <p className="text-sm text-muted">Began {new Date(startedAt).toLocaleString('en-GB')}</p>
            <ol className="grid gap-2">
              {steps.map(({ name, at }, index) => (
                <li key={`${at}-${name}`} className="flex items-baseline justify-between gap-4">
                  <span className="min-w-0 break-words">
                    {index + 1}. {name}
                  </span>
                  <span className="font-mono text-sm whitespace-nowrap text-muted">+{at} ms</span>
                </li>
              ))}
            </ol>
          </>
        )}
      </DebugPanel>
      <DebugPanel title="URL parameters">
        <NameValueList pairs={parameters} whenNone="None." />
      </DebugPanel>
      <CookiesPanel />
      <CurrentUserPanel />
    </DebugPageLayout>
  )
}

/** The value to show for a parameter: secrets and long values are masked. */
function maskIfSecret(name: string, value: string): string {
  return /session|token|code|state/i.test(name) || value.length > maxUnmaskedLength ? maskValue(value) : value
}
