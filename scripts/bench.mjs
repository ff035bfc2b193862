// npm run bench NAME: runs bench/NAME.mjs with the pinned Node. Without a name it lists the benchmarks.
import { readdirSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import './setup/require-node.mjs'
import { ensureInstalled } from './setup/install.mjs'
import { continueInPinnedNode, exitOnSignal, isPinnedNode } from './setup/pinned-node.mjs'
import { inRepository, readIfThere } from './setup/repository.mjs'

const benchmarks = findBenchmarks()
const name = process.argv[2]
if (name === undefined) {
  printBenchmarks(console.log)
} else if (benchmarks.has(name)) {
  await run(name)
} else {
  console.error(`There is no benchmark "${name}". There are:`)
  printBenchmarks(console.error)
  process.exitCode = 2
}

/** @param {string} benchmark */
async function run(benchmark) {
  await ensureInstalled()
  if (!isPinnedNode()) await continueInPinnedNode()
  exitOnSignal()
  // The benchmark's own options follow its name.
  process.argv.splice(2, 1)
  await import(pathToFileURL(inRepository('bench', `${benchmark}.mjs`)).href)
}

/** The files in bench/ whose opening comment says how to run them, with that comment's first sentence. */
function findBenchmarks() {
  const names = readdirSync(inRepository('bench'))
    .filter((file) => file.endsWith('.mjs'))
    .map((file) => file.slice(0, -'.mjs'.length))
  return new Map(
    names.flatMap((each) => {
      const header = /^(?:\/\/.*\n)+/.exec(readIfThere(inRepository('bench', `${each}.mjs`)))?.[0] ?? ''
      if (!header.includes(`npm run bench ${each}`)) return []
      const text = header.replaceAll(/^\/\/ ?/gm, '').replaceAll('\n', ' ')
      return [[each, /^.*?\.(?= )/.exec(text)?.[0] ?? text]]
    }),
  )
}

/** @param {(line: string) => void} print */
function printBenchmarks(print) {
  for (const [each, sentence] of benchmarks) print(`${each.padEnd(14)} ${sentence}`)
}
