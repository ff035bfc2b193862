// A fake of Spotify: accounts service and Web API as two servers, because each can fail alone. Playlists are in memory.

import { randomBytes } from 'node:crypto'
import { addFaultInjection, type Fault } from './faults.ts'
import { listenOnLoopback, createFakeServer } from './loopback.ts'
import { addAccountsRoutes, type AccountsService, type ClientCredentials } from '#spotify/accounts.ts'
import { makeCatalogue, type Catalogue } from '#spotify/catalogue.ts'
import { createInitialPlaylists } from '#spotify/playlists.ts'
import { addWebApiRoutes, errorBodyFor, type SpotifyState } from '#spotify/web-api.ts'

export type FakeSpotify = ClientCredentials & {
  /** Replaces https://accounts.spotify.com */
  accountsUrl: string
  /** Replaces https://api.spotify.com, without /v1 */
  apiUrl: string
  catalogue: Catalogue
  /** The uris of a playlist, in order. A track that Spotify no longer has gives an empty text. */
  playlistUris(id: string): string[]
  decide: AccountsService['decide']
  revoke: AccountsService['revoke']
  expireAccessTokens: AccountsService['expireAccessTokens']
  failAccounts(fault: Fault | null): void
  failApi(fault: Fault | null): void
  close(): Promise<void>
}

/** Listens on 127.0.0.1 and registers a new client. Accepts any http(s) redirect URI. */
export async function startFakeSpotify(options: { rotateRefreshTokens?: boolean } = {}): Promise<FakeSpotify> {
  const client = { clientId: randomBytes(16).toString('hex'), clientSecret: randomBytes(16).toString('hex') }
  const accountsServer = createFakeServer()
  const apiServer = createFakeServer()
  const accountsFaults = addFaultInjection(
    accountsServer,
    () => ({ error: 'server_error', error_description: 'Unexpected status' }),
    (path) => path.startsWith('/authorize'),
  )
  const apiFaults = addFaultInjection(
    apiServer,
    (status) => errorBodyFor(status, status === 429 ? 'Too many requests' : 'Server error'),
    (path) => path.startsWith('/covers/'),
  )
  const accounts = addAccountsRoutes(accountsServer, client, { rotate: options.rotateRefreshTokens ?? false })
  // Only in the fake: lets another process revoke a permission, expire tokens or list them.
  accountsServer.post<{ Body: { person: string } }>('/control/revoke', async (request, reply) => {
    accounts.revoke(request.body.person)
    return reply.code(204).send()
  })
  accountsServer.post('/control/expire', async (_request, reply) => {
    accounts.expireAccessTokens()
    return reply.code(204).send()
  })

  accountsServer.get('/control/tokens', async () => accounts.tokens())

  let state: SpotifyState | null = null
  addWebApiRoutes(apiServer, () => {
    if (state === null) throw new Error('called before it listened')
    return state
  })
  const accountsUrl = await listenOnLoopback(accountsServer)
  const apiUrl = await listenOnLoopback(apiServer)
  const catalogue = makeCatalogue(apiUrl)
  const playlists = createInitialPlaylists(catalogue)
  state = { apiUrl, accounts, catalogue, playlists }

  return {
    ...client,
    accountsUrl,
    apiUrl,
    catalogue,
    playlistUris: (id) => (playlists.get(id)?.items ?? []).map(({ uri }) => uri),
    decide: accounts.decide,
    revoke: accounts.revoke,
    expireAccessTokens: accounts.expireAccessTokens,
    failAccounts: accountsFaults.fail,
    failApi: apiFaults.fail,
    close: async () => {
      await Promise.all([accountsServer.close(), apiServer.close()])
    },
  }
}
