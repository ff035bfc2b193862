import { fileMessages } from '@gaffer/domain/files/file-messages'
import { useEndpoint } from '#lib/use-endpoint.ts'

/** The storage that the band's files use, once it is over half of the limit. */
export function StorageLine({ bandId }: { bandId: string }) {
  const { data } = useEndpoint('GET /api/bands/:bandId/storage', { params: { bandId } })
  if (!data || data.usedBytes * 2 <= data.limitBytes) return null
  return <p className="text-sm text-warn">{fileMessages.storageUsed(data.usedBytes, data.limitBytes)}</p>
}
