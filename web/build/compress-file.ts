import { readFile, writeFile } from 'node:fs/promises'
import { brotliCompressSync, gzipSync } from 'node:zlib'

/** Writes `.br` and `.gz` beside the file, at the highest level: the server sends the copies instead of compressing each response. */
export async function writeBrotliAndGzipCopies(path: string): Promise<void> {
  const source = await readFile(path)
  await writeFile(`${path}.br`, brotliCompressSync(source))
  await writeFile(`${path}.gz`, gzipSync(source, { level: 9 }))
}
