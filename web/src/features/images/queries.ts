// Uploads of pictures. A form saves the address of the stored picture as `avatarUrl`.

import { useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query'
import { endpointMutationOptions } from '#offline/endpoint-mutation.ts'

const mutationKey = ['picture upload']

export function useUploadPicture() {
  const options = endpointMutationOptions(useQueryClient(), 'POST /api/me/pictures', {
    changes: 'nothing',
    input: (body: Blob) => ({ body }),
  })
  return useMutation({ ...options, mutationKey })
}

/** Whether a form has to wait with saving: it would be saved without the picture. */
export function useIsUploadingPicture(): boolean {
  return useIsMutating({ mutationKey }) > 0
}
