// Google sign-in, for accounts with a verified phone. Redirects to the server's endpoint.

import { readReturnTo } from '#features/sign-in/auth.ts'
import { startSignInTrace } from '#features/sign-in/sign-in-trace.ts'
import { buttonClassNameFor } from '#ui/button.tsx'

export function GoogleSignIn() {
  const next = readReturnTo()
  return (
    <div className="grid gap-4">
      <a
        href={next ? `/auth/google?${new URLSearchParams({ returnTo: next })}` : '/auth/google'}
        onClick={() => startSignInTrace('Left for Google')}
        className={buttonClassNameFor({ variant: 'secondary', isWide: true })}
      >
        <GoogleMark />
        Continue with Google
      </a>
      <p className="text-sm text-muted">
        You verify your phone once, the first time. After that, you only need Google.
      </p>
    </div>
  )
}

function GoogleMark() {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className="size-5">
      <path fill="#4285f4" d="M21.6 12.2c0-.7-.1-1.4-.2-2H12v3.9h5.4a4.6 4.6 0 0 1-2 3v2.5h3.2c1.9-1.7 3-4.3 3-7.4z" />
      <path
        fill="#34a853"
        d="M12 22c2.7 0 5-.9 6.6-2.4l-3.2-2.5c-.9.6-2 1-3.4 1-2.6 0-4.8-1.8-5.6-4.1H3.1v2.6A10 10 0 0 0 12 22z"
      />
      <path fill="#fbbc05" d="M6.4 14a6 6 0 0 1 0-3.9V7.5H3.1a10 10 0 0 0 0 9z" />
      <path fill="#ea4335" d="M12 6c1.5 0 2.8.5 3.8 1.5l2.9-2.9A10 10 0 0 0 3.1 7.5l3.3 2.6C7.2 7.8 9.4 6 12 6z" />
    </svg>
  )
}
