// Paths of endpoints. A module of its own, because the service worker needs no other part of request.ts.

export type AnyPathAndQueryParams = { params?: Record<string, string>; query?: Record<string, string> }

/** The path parameters of the endpoints of a band's event. */
export type EventPathParams = { bandId: string; eventId: string }

/** The path of a named endpoint with its parameters and query filled in. */
export function anyEndpointPathOf(name: string, { params = {}, query }: AnyPathAndQueryParams): string {
  const path = name.slice(name.indexOf(' ') + 1)
  const filledPath = path.replace(/:(\w+)/g, (_, key: string) => {
    const value = params[key]
    if (value === undefined) throw new Error(`${name} needs ${key}`)
    return encodeURIComponent(value)
  })
  const queryString = new URLSearchParams(query).toString()
  return queryString ? `${filledPath}?${queryString}` : filledPath
}
