// Public: the settings contain no secrets.

import { settingsApi } from '@gaffer/domain/api'
import { open } from '#http/gate/gates.ts'
import type { Serve } from '#http/serve.ts'

export function settingsRoutes(serve: Serve): void {
  serve(settingsApi.readSettings, open, ({ deps }) => ({ maps: deps.config.maps, spotify: deps.spotify !== null }))
}
