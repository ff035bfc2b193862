/** Makes a UUIDv7, as the server does: later ids sort after earlier ones. */
export function createClientId(now = Date.now()): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const time = now.toString(16).padStart(12, '0')
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x70
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const random = Array.from(bytes.slice(6), (byte) => byte.toString(16).padStart(2, '0')).join('')
  return [time.slice(0, 8), time.slice(8), random.slice(0, 4), random.slice(4, 8), random.slice(8)].join('-')
}
