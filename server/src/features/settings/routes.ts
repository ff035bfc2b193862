// Public: the client needs these settings before sign-in, and none is secret.

import { settingsApi } from '@gaffer/domain/api/settings'
import { allowAnyone } from '#http/auth/guards.ts'
import type { ServeEndpoint } from '#http/serve.ts'

export function settingsRoutes(serve: ServeEndpoint): void {
  serve(settingsApi.readSettings, allowAnyone, ({ services }) => ({
    maps: services.config.maps,
    spotify: services.spotify !== null,
    vapidPublicKey: services.push.publicKey,
  }))
}
