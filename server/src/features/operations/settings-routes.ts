// The settings are public: the client needs them before sign-in, and none is secret.

import { maxUploadBytes } from '@gaffer/domain/files/upload'
import { settingsApi } from '@gaffer/domain/operations/settings-api'
import { allowAnyone } from '#http/guards/guards.ts'
import type { ServeEndpoint } from '#http/pipeline/serve.ts'

export function settingsRoutes(serve: ServeEndpoint): void {
  serve(settingsApi.readSettings, allowAnyone, ({ services }) => ({
    maps: services.config.maps,
    spotify: services.spotify !== null,
    vapidPublicKey: services.push.publicKey,
    songLists: services.config.songLists,
    maxChartBytes: maxUploadBytes.chart,
    maxRecordingBytes: maxUploadBytes.recording,
    takesReports: services.config.operatorEmail !== null,
  }))
}
