// A WebM file of silence as large as one of music: its packets are padded to 128 kbit/s.

import { BufferTarget, EncodedAudioPacketSource, EncodedPacket, Output, WebMOutputFormat } from 'mediabunny'

const packetSeconds = 0.02
const packetBytes = 320
const opusHead = Uint8Array.from([...Buffer.from('OpusHead'), 1, 1, 0, 0, 0x80, 0xbb, 0, 0, 0, 0, 0])
const decoderConfig = { codec: 'opus', numberOfChannels: 1, sampleRate: 48_000, description: opusHead }

export async function createLongWebm(seconds: number): Promise<Buffer> {
  const target = new BufferTarget()
  const output = new Output({ format: new WebMOutputFormat(), target })
  const sound = new EncodedAudioPacketSource('opus')
  output.addAudioTrack(sound)
  await output.start()
  const packet = createSilentPacket()
  for (let at = 0; at < seconds / packetSeconds; at += 1)
    await sound.add(new EncodedPacket(packet, 'key', at * packetSeconds, packetSeconds), { decoderConfig })
  await output.finalize()
  return Buffer.from(target.buffer as ArrayBuffer)
}

/** RFC 6716, 3.2.5: one frame of silence in a packet of code 3 with padding, whose length takes two bytes. */
function createSilentPacket(): Uint8Array {
  const head = [0xfb, 0x41, 255]
  const silence = [0xff, 0xfe]
  const padding = packetBytes - head.length - 1 - silence.length
  return Uint8Array.from([...head, padding - 254, ...silence, ...Array<number>(padding).fill(0)])
}
