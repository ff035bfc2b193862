// Public: the client needs these settings before sign-in, and none is secret.

import { settingsApi } from '@gaffer/domain/api/settings'
import { isPublic } from '#http/auth/guards.ts'
import type { Serve } from '#http/serve.ts'

export function settingsRoutes(serve: Serve): void {
  serve(settingsApi.readSettings, isPublic, ({ deps }) => ({
    maps: deps.config.maps,
    spotify: deps.spotify !== null,
    vapidPublicKey: deps.push.publicKey,
  }))
}
