import { ProviderError } from '#providers/provider-error.ts'

/** The ProviderError with which the sending of a message rejects. */
export async function catchProviderError(sending: Promise<void>): Promise<ProviderError> {
  const error: unknown = await sending.then(
    () => 'it was sent',
    (reason: unknown) => reason,
  )
  if (!(error instanceof ProviderError)) throw new Error(`not a ProviderError: ${String(error)}`)
  return error
}
