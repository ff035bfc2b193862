// Uploads of pictures. A form saves the address of the stored picture as `avatarUrl`.

import { useIsMutating } from '@tanstack/react-query'
import { useChange } from '#offline/use-change.ts'

const mutationKey = ['picture upload']

export function useUploadPicture() {
  return useChange('POST /api/me/pictures', {
    changes: 'nothing',
    failure: null,
    mutationKey,
  })
}

/** Whether a picture is being uploaded. A form that is saved during the upload would lack the picture. */
export function useIsUploadingPicture(): boolean {
  return useIsMutating({ mutationKey }) > 0
}
