import type { LedgerEntry } from '@gaffer/domain/money/ledger'
import { expect } from 'vitest'
import { createPdf } from './charts.ts'
import { createTestUpload } from './files.ts'
import type { TestClient } from './test-client.ts'

export async function addEntry(client: TestClient, bandId: string, input: object): Promise<LedgerEntry> {
  const { status, body } = await client.post(`/api/bands/${bandId}/ledger`, input)
  expect([status, body.message]).toEqual([201, undefined])
  return body
}

/** An expense of the caller with a receipt. */
export async function createReceipt(client: TestClient, bandId: string, input: object = {}): Promise<LedgerEntry> {
  const upload = { purpose: 'receipt', filename: 'Receipt.pdf', bytes: createPdf(1) }
  const { id: uploadId } = await createTestUpload(client, bandId, upload)
  return addEntry(client, bandId, { kind: 'expense', pence: 1250, note: 'Strings', uploadId, ...input })
}
