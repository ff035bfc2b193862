// Reads the configuration files in docs/scaling.md, so that the benchmarks measure the documented configuration.

import { readFileSync } from 'node:fs'

const scalingDocument = readFileSync(new URL('../../../docs/scaling.md', import.meta.url), 'utf8')

/**
 * The code block that starts with the comment `# path`, with each key of `replacements` replaced by its value.
 * @param {string} path @param {Record<string, string>} replacements
 */
export function readDocumentedFile(path, replacements) {
  const block = scalingDocument.split('\n```').find((part) => part.includes(`\n# ${path}\n`))
  if (!block) throw new Error(`docs/scaling.md has no code block that starts with "# ${path}"`)
  const text = block.slice(block.indexOf('\n') + 1)
  // Replaces the longest keys first, because "10.0.0.21:5432" contains "10.0.0.21".
  const keys = Object.keys(replacements).toSorted((a, b) => b.length - a.length)
  const result = keys.reduce((all, key) => all.replaceAll(key, replacements[key] ?? ''), text)
  const left = /10\.0\.0\.\d+\S*|\/(?:var|run|etc)\/(?!default|patroni|haproxy)\S+/.exec(result)?.[0]
  if (left) throw new Error(`${path} in docs/scaling.md mentions ${left}, which the benchmark does not replace`)
  // HAProxy refuses a file whose last line has no end.
  return `${result}\n`
}
