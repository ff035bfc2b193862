// Remuxes a take, without re-encoding, to add the length and the index that browsers leave out when they record. Players need them to seek.

import {
  BlobSource,
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacketSink,
  Input,
  MP4,
  Mp4OutputFormat,
  OGG,
  Output,
  WEBM,
  WebMOutputFormat,
} from 'mediabunny'

export type RemuxReply = { bytes: ArrayBuffer; mime: string } | null

addEventListener('message', ({ data }: MessageEvent<Blob>) => {
  remux(data).then(
    (reply) => postMessage(reply, { transfer: reply ? [reply.bytes] : [] }),
    // After a failure, the take is sent as it was recorded.
    () => postMessage(null),
  )
})

async function remux(take: Blob): Promise<RemuxReply> {
  const input = new Input({ source: new BlobSource(take), formats: [WEBM, MP4, OGG] })
  const track = await input.getPrimaryAudioTrack()
  const codec = await track?.getCodec()
  const decoderConfig = await track?.getDecoderConfig()
  if (!track || !codec || !decoderConfig) return null
  const isAac = codec === 'aac'
  const target = new BufferTarget()
  const format = isAac ? new Mp4OutputFormat({ fastStart: 'in-memory' }) : new WebMOutputFormat()
  const output = new Output({ format, target })
  const source = new EncodedAudioPacketSource(codec)
  output.addAudioTrack(source)
  await output.start()
  let first: number | null = null
  for await (const packet of new EncodedPacketSink(track).packets()) {
    first ??= packet.timestamp
    await source.add(packet.clone({ timestamp: packet.timestamp - first }), { decoderConfig })
  }
  await output.finalize()
  return target.buffer && { bytes: target.buffer, mime: isAac ? 'audio/mp4' : 'audio/webm' }
}
