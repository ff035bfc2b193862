// A request for every GET endpoint that reads the database, made from the server's own list of endpoints: a new endpoint is measured
// without being named here. Throws for a path parameter that has no value.

import { fillPath } from '@gaffer/domain/shared/endpoint'

/** @typedef {import('@gaffer/domain/shared/endpoint').EndpointDefinition} Endpoint */
/**
 * `tokens` has the values of `:token`, and `files` those of `:file`, by the segment of the path before the parameter.
 * @typedef {{
 *   params: Record<string, string>, practiceId: string, announcedId: string, tokens: Record<string, string>, files: Record<string, string>,
 *   rangeQuery: string, month: string,
 * }} ReadValues
 */

/** Endpoints that read no data of a band or user, and one whose data only a job creates. */
const notMeasured = new Set([
  '/healthz',
  '/readyz',
  '/metrics',
  '/api/settings',
  '/auth/debug',
  '/auth/pending-identity',
  '/robots.txt',
  // An import is created by a job.
  '/api/me/imports/:importId',
])
/** Public pages are kept in memory (`public-page.mjs` measures one), and an enquiry can be confirmed only once. */
const publicPaths = /^\/(?:b|enquiry)\/|^\/sitemap\.xml$|\/slugs\/:slug$/

/** Media types of responses that are not measured: streams do not end, and files are not read from the database. */
const notMeasuredTypes = new Set(['text/event-stream', '*/*', 'application/zip'])

/** @param {readonly { endpoint: Endpoint }[]} served @returns {Endpoint[]} */
export function selectReadEndpoints(served) {
  return served
    .map(({ endpoint }) => endpoint)
    .filter(({ method, status, contentType, path }) => {
      const isMeasurableRead = method === 'GET' && status === 200 && !notMeasuredTypes.has(contentType ?? '')
      // Leaves out endpoints that wait for Spotify.
      return isMeasurableRead && !path.startsWith('/api/spotify/') && !notMeasured.has(path) && !publicPaths.test(path)
    })
}

/** @param {Endpoint} endpoint @param {ReadValues} values */
export function buildRequestPath(endpoint, { params, practiceId, announcedId, tokens, files, rangeQuery, month }) {
  const [, owner = ''] = /([^/]+)\/:(?:token|file)/.exec(endpoint.path) ?? []
  const isOfPractice = /\/(?:brief|practised)$/.test(endpoint.path)
  const filled = {
    ...params,
    ...(isOfPractice && { eventId: practiceId }),
    ...(endpoint.path.endsWith('/readers') && { eventId: announcedId }),
    ...(tokens[owner] && { token: tokens[owner] }),
    ...(files[owner] && { file: files[owner] }),
  }
  return fillPath(endpoint.path, filled) + buildQuery(endpoint, { rangeQuery, month, eventId: filled.eventId })
}

/** @param {Endpoint} endpoint @param {{ rangeQuery: string, month: string, eventId: string | undefined }} values */
function buildQuery({ path, query }, { rangeQuery, month, eventId }) {
  const fields = Object.keys(/** @type {any} */ (query)?.def.shape ?? {})
  if (fields.includes('startDate')) return `?${rangeQuery}`
  if (fields.includes('includePrivate')) return '?includePrivate=true'
  if (path.endsWith('/ledger/statement')) return '?taxYear=2026'
  if (path.endsWith('/notice-reach')) return '?group=asked'
  if (path.endsWith('/notes')) return `?about=event:${eventId}`
  return path.endsWith('/availability') ? `?month=${month}` : ''
}
