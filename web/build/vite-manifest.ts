// Reads the manifest of Vite's build: the files that chunks need.

/** The content of `.vite/manifest.json`. `name` is the name of the chunk; `imports` are keys of other chunks. */
export type Manifest = Record<string, Chunk>
type Chunk = {
  file: string
  name?: string
  isEntry?: boolean
  imports?: string[]
  dynamicImports?: string[]
  css?: string[]
}

/** The manifest key of the prefetch script, which is a separate bundle and not a chunk. */
export const prefetchScriptKey = 'src/prefetch.ts'

/** The files of the named chunks and of all their static imports. */
export function filesOfChunks(manifest: Manifest, names: string[]): Set<string> {
  const keys = names.map((name) => keyOf(manifest, name))
  return collectFiles(manifest, keys, ({ imports = [] }) => imports)
}

/** The files of the entries and the prefetch script with all their imports, without excluded chunks and the files that only they import. */
export function filesReachableFromEntries(
  manifest: Manifest,
  isExcluded: (name: string, key: string) => boolean,
): Set<string> {
  const entries = Object.keys(manifest).filter((key) => manifest[key]?.isEntry || key === prefetchScriptKey)
  return collectFiles(manifest, entries, ({ imports = [], dynamicImports = [] }) =>
    [...imports, ...dynamicImports].filter((key) => !isExcluded(manifest[key]?.name ?? '', key)),
  )
}

function collectFiles(manifest: Manifest, keys: string[], next: (chunk: Chunk) => string[]): Set<string> {
  const seen = new Set<string>()
  const files = new Set<string>()
  const waiting = [...keys]
  for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) {
    const chunk = manifest[key]
    if (seen.has(key) || !chunk) continue
    seen.add(key)
    for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file)
    waiting.push(...next(chunk))
  }
  return files
}

function keyOf(manifest: Manifest, name: string): string {
  const [key, another] = Object.keys(manifest).filter((one) => manifest[one]?.name === name)
  if (key === undefined || another !== undefined) throw new Error(`The build has not one chunk called ${name}`)
  return key
}
