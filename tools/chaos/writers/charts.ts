// Charts of uploaded files, with their next versions and deletions: every byte that was acknowledged is there.

import { createHash, randomBytes } from 'node:crypto'
import type { Chart } from '@gaffer/domain/charts/chart'
import { createPdf } from '../../../server/src/testing/charts.ts'
import { createSharedBand, type WriterFactory } from './writer.ts'
import { sendUntilStored, uploadInPieces } from './uploads.ts'

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
// Below the limit of charts of a song.
const maxChartsPerSong = 15

export const createChartsWriter: WriterFactory = async (context, sender) => {
  const { owner } = context
  const { bandId, path, members } = await createSharedBand(context)
  const songs: string[] = []
  /** The hash of the newest version by the id of its chart; null after an acknowledged deletion. */
  const ledger = new Map<string, string | null>()

  async function upload(turn: number) {
    const bytes = createPdf(1 + (turn % 3), { title: randomBytes(25_000).toString('hex') })
    const { client } = members[turn % members.length]!
    const uploadId = await uploadInPieces(sender, client, bandId, { bytes, filename: `Turn ${turn}.pdf` })
    return { client, uploadId, hash: hashOf(bytes) }
  }

  async function findOrAddSong(turn: number): Promise<string | null> {
    if (songs.length <= Math.floor(ledger.size / maxChartsPerSong)) {
      const song = { title: `Turn ${turn}`, artist: 'Us' }
      const added = await sender.sendOnce([201], (headers) => owner.post(`${path}/songs`, song, headers))
      if (added) songs.push(added.body.id)
    }
    return songs.at(-1) ?? null
  }

  return {
    async write(turn) {
      const songId = await findOrAddSong(turn)
      const firstUpload = await upload(turn)
      if (songId === null || firstUpload.uploadId === null) return
      const charts = `${path}/songs/${songId}/charts`
      const { client } = firstUpload
      const added = await sendUntilStored(sender, () =>
        sender.sendOnce([201, 507], (headers) => client.post(charts, { uploadId: firstUpload.uploadId }, headers)),
      )
      if (!added) return
      const { id } = added.body as Chart
      ledger.set(id, firstUpload.hash)
      if (turn % 3 === 1) {
        const { uploadId, hash } = await upload(turn)
        if (uploadId === null) return
        const changed = await sendUntilStored(sender, () =>
          sender.sendOnce([200, 507], (headers) => client.patch(`${path}/charts/${id}`, { uploadId }, headers)),
        )
        if (changed) ledger.set(id, hash)
      }
      if (turn % 5 === 4 && (await sender.send([204, 404], () => owner.delete(`${path}/charts/${id}`))))
        ledger.set(id, null)
    },
    async compare() {
      const lists = await Promise.all(songs.map((songId) => owner.get(`${path}/songs/${songId}/charts`)))
      const stored = new Map(lists.flatMap(({ body }) => (body as Chart[]).map((chart) => [chart.id, chart] as const)))
      const lost: string[] = []
      for (const [id, hash] of ledger) {
        const chart = stored.get(id)
        if (hash === null) {
          if (chart) lost.push(`The chart ${id} is there after its deletion`)
          continue
        }
        const content = chart && (await fetchBytes(owner.url + chart.url, owner.cookies))
        if (!content || hashOf(content) !== hash)
          lost.push(`The chart ${id} has ${content?.length ?? 'no'} bytes that are not those that were uploaded`)
      }
      const extra = [...stored.keys()].filter((id) => !ledger.has(id))
      return { lost, twice: extra.map((id) => `The chart ${id} is there, and was never acknowledged`) }
    },
  }
}

export async function fetchBytes(url: string, cookies: ReadonlyMap<string, string>): Promise<Uint8Array | null> {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const response = await fetch(url, { headers: { cookie } })
  return response.status === 200 ? new Uint8Array(await response.arrayBuffer()) : null
}
