// House rules that the linter cannot check. Prints each breach; exits 1 if there are any.

import { readFileSync } from 'node:fs'
import { execFileSync } from 'node:child_process'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describeReplacedWord } from './visible-words.mjs'

const maxLines = 300
const sourceName = /\.(ts|tsx|mjs|css|sql)$/

/** @typedef {{ path: string, text: string }} SourceFile */

/** Whether the file is code of the server that runs in production. The clock itself is excluded. @param {string} path */
const isServerProduction = (path) =>
  path !== 'server/src/platform/clock.ts' &&
  /^server\/src\/.*\.ts$/.test(path) &&
  !path.endsWith('.test.ts') &&
  !/^server\/src\/(testing|dev)\//.test(path)

/** SQL that reads the clock of PostgreSQL. Not JavaScript's `clock.now()` or `#now()`, nor a declaration such as `now(): Date`. */
const databaseTime =
  /(?<![.#\w$])(?:(?:now|clock_timestamp|statement_timestamp|transaction_timestamp|timeofday)\(\)(?!:)|current_(?:date|time|timestamp)\b|localtime(?:stamp)?\b)/i

/** Removes the comments, which may name what a rule forbids. @param {string} text */
const removeComments = (text) => text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/(?<=^|\s)(?:\/\/|--) .*$/gm, '')

/** Each rule returns what is wrong with a file, or null. @type {((file: SourceFile) => string | null)[]} */
const rules = [
  ({ path }) => (/^(utils?|helpers?|misc|common|index)\./.test(basename(path)) ? 'has a name that says nothing' : null),
  ({ text }) => {
    const lineCount = text.split('\n').length - 1
    const says = text.split('\n', 1)[0]?.includes('Long because')
    return lineCount > maxLines && !says ? `has ${lineCount} lines; split it, or open with "Long because …"` : null
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
  ({ path, text }) => {
    // Journeys and chaos run on the clock of the machine, where a fixed date becomes past. A date from 2090 on is far enough away.
    const date = /^(e2e|tools\/chaos)\//.test(path) && /\b20(2[6-9]|[3-8]\d)-[01]\d-[0-3]\d/.exec(text)
    return date ? `has the date ${date[0]}, which goes by; make it relative to today` : null
  },
  ({ path, text }) => {
    // The excluded files use pg-boss, fakes of providers or a server of an earlier release, which have the clock of the machine.
    const isOnTestClock =
      /^server\/src\/(.*\.test\.ts$|testing\/)/.test(path) &&
      !/\/(upgrade\.test|test-clock|providers\/[\w-]+\.test)\.ts$/.test(path)
    return isOnTestClock && /new Date\(\)|Date\.now\(\)/.test(text)
      ? 'takes the time of the machine; take it from the test clock'
      : null
  },
  ({ path, text }) => {
    const time = isServerProduction(path) && !path.endsWith('/db/migrate.ts') && databaseTime.exec(removeComments(text))
    return time ? `asks the database for the time (${time[0]}); write $now or $today` : null
  },
  ({ path, text }) => {
    const time = /new Date\(\)|\bDate\.now\b/.exec(removeComments(text))
    return time && isServerProduction(path)
      ? `asks the system for the time (${time[0]}); use the clock of Services or of the database`
      : null
  },
  ({ path, text }) => {
    // Migrations and commands of the operator run outside of requests.
    const mayUseTag = !isServerProduction(path) || /^server\/src\/(cli|platform\/db)\//.test(path)
    const tag = /\b(?:db|tx|connection)(?:<[^`;]*>)?`/.test(removeComments(text))
    return tag && !mayUseTag ? 'runs SQL of a tagged template; write a statement (platform/db/statement.ts)' : null
  },
  describeReplacedWord,
]

/** @param {SourceFile[]} files @returns {string[]} */
export function findHouseRuleBreaches(files) {
  return files.flatMap((file) =>
    rules.map((rule) => rule(file)).flatMap((wrong) => (wrong ? [`${file.path} ${wrong}`] : [])),
  )
}

/** @returns {SourceFile[]} all source files that git does not ignore, except this script and its test */
function readSources() {
  const output = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' })
  return output
    .split('\n')
    .filter(
      (path) => sourceName.test(path) && path !== 'scripts/house-rules.mjs' && !path.endsWith('house-rules.test.mjs'),
    )
    .flatMap((path) => {
      try {
        return [{ path, text: readFileSync(path, 'utf8') }]
      } catch (error) {
        // The file is deleted in the work tree, but still in git's index.
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
        throw error
      }
    })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const breaches = findHouseRuleBreaches(readSources())
  for (const breach of breaches) console.error(breach)
  if (breaches.length > 0) process.exit(1)
}
