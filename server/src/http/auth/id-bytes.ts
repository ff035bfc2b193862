// UUIDs inside tokens: 16 bytes each.

export const idBytes = 16

export function bytesOfId(id: string): Buffer {
  return Buffer.from(id.replaceAll('-', ''), 'hex')
}

export function idAt(bytes: Buffer, start: number): string {
  return bytes.toString('hex', start, start + idBytes).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
