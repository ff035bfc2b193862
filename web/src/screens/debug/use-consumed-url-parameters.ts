import { useNavigate, useRouterState } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

/** The parameters the page was opened with. They are gone from the address at once, and from its history. */
export function useConsumedUrlParameters(): Record<string, string> {
  const { pathname, searchStr } = useRouterState({ select: ({ location }) => location })
  const [parameters] = useState(() => Object.fromEntries(new URLSearchParams(searchStr)))
  const navigate = useNavigate()
  const isClean = searchStr === ''
  useEffect(() => {
    if (!isClean) void navigate({ to: pathname, search: {}, replace: true })
  }, [isClean, pathname, navigate])
  return parameters
}
