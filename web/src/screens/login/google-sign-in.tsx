// Google: a second key for people whose phone is known. The browser leaves for the server's own address.

import { getReturnTo } from '#api/auth.ts'
import { beginSignInFlow } from '#api/sign-in-flow.ts'

export function GoogleSignIn() {
  const next = getReturnTo()
  return (
    <div className="grid gap-4">
      <a
        href={next ? `/auth/google?${new URLSearchParams({ returnTo: next })}` : '/auth/google'}
        onClick={() => beginSignInFlow('Left for Google')}
        className="inline-flex min-h-12 w-full items-center justify-center gap-3 rounded-control border border-control px-5 text-base font-semibold transition-colors hover:bg-lit"
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
      <path
        fill="#4285f4"
        d="M21.6 12.2c0-.7-.1-1.400-.2-2H12v3.900h5.400a4.600 4.600 0 0 1-2 3v2.500h3.200c1.900-1.700 3-4.300 3-7.400z"
      />
      <path
        fill="#34a853"
        d="M12 22c2.700 0 5-.9 6.600-2.400l-3.200-2.500c-.9.6-2 1-3.400 1-2.600 0-4.800-1.800-5.600-4.100H3.100v2.600A10 10 0 0 0 12 22z"
      />
      <path fill="#fbbc05" d="M6.400 14a6 6 0 0 1 0-3.900V7.500H3.100a10 10 0 0 0 0 9z" />
      <path
        fill="#ea4335"
        d="M12 6c1.500 0 2.800.5 3.800 1.500l2.900-2.900A10 10 0 0 0 3.100 7.500l3.300 2.600C7.200 7.800 9.400 6 12 6z"
      />
    </svg>
  )
}
