import { copyText } from '#lib/share.ts'

/** Copies what a maintainer needs to find the error. False where the browser has no clipboard. */
export function copyErrorReport(error: unknown): Promise<boolean> {
  const lines = [
    new Date().toISOString(),
    withoutSecrets(location.pathname),
    navigator.userAgent,
    error instanceof Error ? error.stack : error,
  ]
  return copyText(`Gaffer error report\n${lines.join('\n')}`)
}

/** An invitation's token lets its holder join the band. */
function withoutSecrets(path: string): string {
  return path.replace(/^(\/invite\/).+/, '$1…')
}
