export type LevelMeter = { /** The loudness now, from 0 to 1. */ read: () => number; close: () => void }

export function createLevelMeter(stream: MediaStream): LevelMeter {
  const context = new AudioContext()
  const analyser = context.createAnalyser()
  analyser.fftSize = 1024
  context.createMediaStreamSource(stream).connect(analyser)
  const samples = new Float32Array(analyser.fftSize)
  return {
    read() {
      analyser.getFloatTimeDomainData(samples)
      const square = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length
      // 60 dB as a bar.
      return square === 0 ? 0 : Math.max(0, Math.min(1, 1 + (10 * Math.log10(square)) / 60))
    },
    close: () => void context.close(),
  }
}
