// Recordings, and marks that are added, moved and deleted one by one.

import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Mark, Recording } from '@gaffer/domain/recordings/recording'
import { createTestSong } from '../../../server/src/testing/builders.ts'
import { createWav } from '../../../server/src/testing/recordings.ts'
import { fetchBytes } from './charts.ts'
import { createSharedBand, type WriterFactory } from './writer.ts'
import { sendUntilStored, uploadInPieces } from './uploads.ts'

// Below the limit of marks of a recording.
const turnsPerRecording = 12

export const createRecordingsWriter: WriterFactory = async (context, sender) => {
  const { owner } = context
  const { bandId, path, members } = await createSharedBand(context)
  const { id: songId } = await createTestSong(owner, bandId)
  const ledger = new Map<string, { bytes: Buffer; name: string; marks: Map<string, number> }>()
  let current: string | null = null

  async function addRecording(turn: number): Promise<void> {
    const bytes = Buffer.concat([createWav().subarray(0, 44), randomBytes(16_000)])
    const { client } = members[turn % members.length]!
    const name = `Turn ${turn}`
    const input = { bytes, filename: `${name}.wav`, purpose: 'recording' }
    const uploadId = await uploadInPieces(sender, client, bandId, input)
    if (uploadId === null) return
    const added = await sendUntilStored(sender, () =>
      sender.sendOnce([201, 507], (headers) =>
        client.post(`${path}/recordings`, { uploadId, name, agreed: true }, headers),
      ),
    )
    if (!added) return
    current = (added.body as Recording).id
    ledger.set(current, { bytes, name, marks: new Map() })
  }

  async function writeMark(turn: number, recordingId: string, marks: Map<string, number>): Promise<void> {
    const { client } = members[turn % members.length]!
    const marksPath = `${path}/recordings/${recordingId}/marks`
    const [oldest] = marks.keys()
    const atSeconds = turn % 3600
    if (oldest !== undefined && turn % 4 === 1) {
      const moved = await sender.sendOnce([200], (headers) =>
        client.patch(`${marksPath}/${oldest}`, { atSeconds }, headers),
      )
      if (moved) marks.set(oldest, atSeconds)
    } else if (oldest !== undefined && turn % 4 === 3) {
      const deleted = await sender.sendOnce([204], (headers) => client.delete(`${marksPath}/${oldest}`, headers))
      if (deleted) marks.delete(oldest)
    } else {
      // Without an idempotency key: the id of the mark alone keeps a retry from adding a second one.
      const id = randomUUIDv7()
      if (await sender.send([201], () => client.post(marksPath, { id, songId, atSeconds }))) marks.set(id, atSeconds)
    }
  }

  async function listRecordings(): Promise<Recording[]> {
    const found: Recording[] = []
    for (let before = ''; ;) {
      const page = (await owner.get(`${path}/recordings${before}`)).body as Recording[]
      const last = page.at(-1)
      if (!last) return found
      found.push(...page)
      before = `?before=${last.id}`
    }
  }

  return {
    async write(turn) {
      if (turn % turnsPerRecording === 0 || current === null) await addRecording(turn)
      const recording = current === null ? undefined : ledger.get(current)
      if (current === null || !recording) return
      await writeMark(turn, current, recording.marks)
      if (turn % 5 !== 2) return
      const name = `Renamed in turn ${turn}`
      const renamed = await sender.sendOnce([200], (headers) =>
        owner.patch(`${path}/recordings/${current}`, { name }, headers),
      )
      if (renamed) recording.name = name
    },
    async compare() {
      const stored = new Map((await listRecordings()).map((recording) => [recording.id, recording]))
      const lost: string[] = []
      const twice: string[] = []
      for (const [id, { bytes, name, marks }] of ledger) {
        const found = stored.get(id)
        const content = found && (await fetchBytes(owner.url + found.url, owner.cookies))
        if (!found || !content || !bytes.equals(content))
          lost.push(`The recording ${id} has not the bytes of its upload`)
        else if (found.name !== name) lost.push(`The recording ${id} is called ${found.name}, acknowledged was ${name}`)
        const expected = [...marks]
        const storedMarks = (found?.marks ?? []).map((mark: Mark) => [mark.id, mark.atSeconds] as [string, number])
        if (isDeepStrictEqual(new Map(storedMarks), marks)) continue
        const target = storedMarks.length > expected.length ? twice : lost
        target.push(`The recording ${id} has the marks ${storedMarks.join()}, acknowledged were ${expected.join()}`)
      }
      const extra = [...stored.keys()].filter((id) => !ledger.has(id))
      return { lost, twice: [...twice, ...extra.map((id) => `The recording ${id} was never acknowledged`)] }
    },
  }
}
