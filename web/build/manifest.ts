// Which files of the build stand behind a module. Knows no page.

export type Manifest = Record<string, { file: string; imports?: string[]; css?: string[] }>

/** The files of some modules and of everything that they import at once. */
export function filesOf(manifest: Manifest, modules: string[]): Set<string> {
  const seen = new Set<string>()
  const files = new Set<string>()
  const waiting = [...modules]
  for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) {
    if (seen.has(key)) continue
    seen.add(key)
    const chunk = manifest[key]
    if (!chunk) throw new Error(`The build has no chunk of its own for ${key}`)
    for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file)
    waiting.push(...(chunk.imports ?? []))
  }
  return files
}
