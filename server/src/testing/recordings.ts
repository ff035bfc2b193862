// Sound files, and recordings of them.

import {
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedVideoPacketSource,
  MkvOutputFormat,
  Mp4OutputFormat,
  OggOutputFormat,
  Output,
  WebMOutputFormat,
  type OutputFormat,
} from 'mediabunny'
import type { ShownRecording } from '@gaffer/domain/recordings/recording'
import { expect } from 'vitest'
import { createTestUpload } from './files.ts'
import type { TestClient } from './test-client.ts'

/** A WAV file of a quiet tone: mono, 8 bit, 8,000 samples a second. */
export function createWav(seconds = 2): Buffer {
  const samples = Math.round(seconds * 8000)
  const header = Buffer.alloc(44)
  header.write('RIFF')
  header.writeUInt32LE(36 + samples, 4)
  header.write('WAVEfmt ', 8)
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(8000, 24)
  header.writeUInt32LE(8000, 28)
  header.writeUInt16LE(1, 32)
  header.writeUInt16LE(8, 34)
  header.write('data', 36)
  header.writeUInt32LE(samples, 40)
  const tone = Buffer.from(Array.from({ length: samples }, (_, at) => 128 + Math.round(20 * Math.sin(at / 3))))
  return Buffer.concat([header, tone])
}

/** Silent frames of MPEG 1 layer III: 128 kbit/s, 44.1 kHz, 26 ms each. */
export function createMp3(frames = 80): Buffer {
  const frame = Buffer.alloc(417)
  frame.set([0xff, 0xfb, 0x90, 0xc4])
  return Buffer.concat(Array<Buffer>(frames).fill(frame))
}

/** A FLAC file whose first block states a length of two seconds. */
export function createFlac(): Buffer {
  const info = Buffer.alloc(34)
  info.writeUInt16BE(4096, 0)
  info.writeUInt16BE(4096, 2)
  // Sample rate (20 bits): 44,100 Hz. Channels minus one (3 bits). Bits a sample minus one (5 bits). Samples (36 bits).
  info.writeBigUInt64BE((44_100n << 44n) | (0n << 41n) | (15n << 36n) | 88_200n, 10)
  const frame = Buffer.from([0xff, 0xf8, 0xc9, 0x08, 0x00, 0xe9, 0, 0, 0, 0, 0, 0])
  return Buffer.concat([Buffer.from('fLaC'), Buffer.from([0x80, 0, 0, 34]), info, frame])
}

const opusHead = Uint8Array.from([...Buffer.from('OpusHead'), 1, 1, 0, 0, 0x80, 0xbb, 0, 0, 0, 0, 0])
const sounds = {
  opus: { decoderConfig: { codec: 'opus', numberOfChannels: 1, sampleRate: 48_000, description: opusHead } },
  aac: {
    decoderConfig: {
      codec: 'mp4a.40.2',
      numberOfChannels: 1,
      sampleRate: 44_100,
      description: Uint8Array.from([0x12, 0x08]),
    },
  },
}
const picture = { decoderConfig: { codec: 'vp8', codedWidth: 16, codedHeight: 16 } }

/** Two seconds of sound in a container; with `isFilm` a video track too. */
async function mux(format: OutputFormat, codec: 'opus' | 'aac', isFilm: boolean): Promise<Buffer> {
  const target = new BufferTarget()
  const output = new Output({ format, target })
  const sound = new EncodedAudioPacketSource(codec)
  const film = new EncodedVideoPacketSource('vp8')
  output.addAudioTrack(sound)
  if (isFilm) output.addVideoTrack(film)
  await output.start()
  if (isFilm) await film.add(new EncodedPacket(Buffer.alloc(40, 0x9d), 'key', 0, 2), picture)
  for (let at = 0; at < 100; at += 1)
    await sound.add(new EncodedPacket(Uint8Array.from([0xf8, 0xff, 0xfe]), 'key', at * 0.02, 0.02), sounds[codec])
  await output.finalize()
  return Buffer.from(target.buffer as ArrayBuffer)
}

export const createM4a = ({ isFilm = false } = {}) => mux(new Mp4OutputFormat(), 'aac', isFilm)
export const createWebm = ({ isFilm = false } = {}) => mux(new WebMOutputFormat(), 'opus', isFilm)
export const createOgg = () => mux(new OggOutputFormat(), 'opus', false)
export const createMatroska = () => mux(new MkvOutputFormat(), 'opus', false)

export type TestRecordingInput = { bytes?: Uint8Array; filename?: string } & Record<string, unknown>

export async function createTestRecording(
  client: TestClient,
  bandId: string,
  { bytes = createWav(), filename = 'Practice.wav', ...input }: TestRecordingInput = {},
): Promise<ShownRecording> {
  const { id: uploadId } = await createTestUpload(client, bandId, { bytes, filename, purpose: 'recording' })
  const { status, body } = await client.post(`/api/bands/${bandId}/recordings`, { uploadId, agreed: true, ...input })
  expect([status, body.message]).toEqual([201, undefined])
  return body
}
