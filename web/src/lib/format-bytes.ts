const kilobyte = 1024
const megabyte = kilobyte * 1024

export function formatBytes(bytes: number): string {
  return bytes < megabyte ? `${Math.max(1, Math.round(bytes / kilobyte))} kB` : `${(bytes / megabyte).toFixed(1)} MB`
}
