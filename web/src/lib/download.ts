// Saves a file on the device: from the server under the name in its Content-Disposition, or content that the page has.

import { fetchOrThrow } from './request.ts'

/** Resolves to the file's name; `type` is the media type to ask for. Throws ApiError or NetworkError. */
export async function fetchAndSaveFile(address: string, defaultName: string, type = '*/*'): Promise<string> {
  const response = await fetchOrThrow(address, { credentials: 'include', headers: { accept: type } })
  const name = fileNameFromContentDisposition(response.headers.get('content-disposition')) ?? defaultName
  saveFile(await response.blob(), name)
  return name
}

/** Hands the file to the browser, which saves it under the name. */
export function saveFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/** RFC 6266: the encoded `filename*` wins over the plain `filename`. */
export function fileNameFromContentDisposition(disposition: string | null): string | null {
  if (!disposition) return null
  const encodedName = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1]
  if (encodedName) return decodeURIComponent(encodedName)
  return /filename="?([^";]+)"?/i.exec(disposition)?.[1] ?? null
}
