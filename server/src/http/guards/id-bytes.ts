// UUIDs inside tokens: 16 bytes each.

export const idByteLength = 16

export function bytesOfId(id: string): Buffer {
  return Buffer.from(id.replaceAll('-', ''), 'hex')
}

export function readIdAt(bytes: Buffer, start: number): string {
  return bytes.toString('hex', start, start + idByteLength).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
