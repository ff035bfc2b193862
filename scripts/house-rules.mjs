// House rules that the linter cannot check. Prints each breach; exits 1 if there are any.

import { readFileSync } from 'node:fs'
import { execFileSync } from 'node:child_process'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'

const longest = 300
const source = /\.(ts|tsx|mjs|css|sql)$/

/** @typedef {{ path: string, text: string }} SourceFile */

/** Each rule returns what is wrong with a file, or null. @type {((file: SourceFile) => string | null)[]} */
const rules = [
  ({ path }) => (/^(utils?|helpers?|misc|common|index)\./.test(basename(path)) ? 'has a name that says nothing' : null),
  ({ text }) => {
    const lines = text.split('\n').length - 1
    const says = text.split('\n', 1)[0]?.includes('Long because')
    return lines > longest && !says ? `has ${lines} lines; split it, or open with "Long because …"` : null
  },
  ({ text }) => {
    const mark = /\b(TODO|FIXME|XXX|HACK)\b/.exec(text)
    return mark ? `has a ${mark[0]} left in it` : null
  },
  ({ text }) => (/\.(skip|only)\(/.test(text) ? 'skips tests, or runs only some' : null),
  ({ text }) => (/catch\s*(\([^)]*\))?\s*\{\s*\}/.test(text) ? 'swallows an error in silence' : null),
  ({ path, text }) => {
    const mayHoldSql =
      !/^server\/src\/(features|http)\//.test(path) ||
      /(^|[/-])(store|columns|conditions|budget)\.ts$|\.test\.ts$/.test(path)
    return !mayHoldSql && /\b(db|tx|sql)(<[^`;]*>)?`/.test(text) ? 'holds SQL outside a store' : null
  },
  ({ path, text }) =>
    /^server\/src\/features\/.*\.ts$/.test(path) && /^export (\*|\{)/m.test(text)
      ? 're-exports what another file defines; import it from there'
      : null,
  ({ path, text }) => {
    // Tailwind marks a class as important by a "!" at its end.
    const important = /(?<=["'`\s])[\w:@]*-[\w:.[\]()%,/-]+!(?=["'`\s])/.exec(text)
    return path.startsWith('web/src/') && important
      ? `marks the class ${important[0]} as important; make it a prop of the component`
      : null
  },
  ({ path, text }) => {
    if (!path.startsWith('domain/src/') || path.endsWith('.test.ts')) return null
    const bare = /(?<!\*\/\n)^export function (\w+)/m.exec(text)
    return bare ? `exports ${bare[1]} without a docstring` : null
  },
]

/** @param {SourceFile[]} files @returns {string[]} */
export function findBreaches(files) {
  return files.flatMap((file) =>
    rules.map((rule) => rule(file)).flatMap((wrong) => (wrong ? [`${file.path} ${wrong}`] : [])),
  )
}

/** @returns {SourceFile[]} all source files that git does not ignore, except this script and its test */
function readSources() {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' })
  return listed
    .split('\n')
    .filter((path) => source.test(path) && path !== 'scripts/house-rules.mjs' && !path.endsWith('house-rules.test.mjs'))
    .flatMap((path) => {
      try {
        return [{ path, text: readFileSync(path, 'utf8') }]
      } catch (error) {
        // Deleted in the work tree but not yet from the index.
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
        throw error
      }
    })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const breaches = findBreaches(readSources())
  for (const breach of breaches) console.error(breach)
  if (breaches.length > 0) process.exit(1)
}
