import { meApi } from '@gaffer/domain/api'
import { takesPicture } from '#features/images/service.ts'
import { signedIn } from '#http/gate/gates.ts'
import type { Serve } from '#http/serve.ts'
import { readMe, saveProfile } from './service.ts'

export function meRoutes(serve: Serve): void {
  serve.read(meApi.readMe, readMe)
  serve(
    meApi.saveProfile,
    signedIn,
    ({ db, person, body, picture }) => saveProfile(db, person, body, picture),
    takesPicture,
  )
}
