// What the pages must know of how this server is set up. Nothing here is secret: anybody may ask.

import { settingsApi } from '@gaffer/domain/api'
import { isPublic } from '#http/auth/guards.ts'
import type { Serve } from '#http/serve.ts'

export function settingsRoutes(serve: Serve): void {
  serve(settingsApi.readSettings, isPublic, ({ deps }) => ({ maps: deps.config.maps, spotify: deps.spotify !== null }))
}
