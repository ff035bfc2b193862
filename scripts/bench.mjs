// npm run bench [NAME]: runs one benchmark, or all one after the other, and ends with a table of their figures. Exits 1 if a
// figure is beyond its limit or a benchmark failed, and 2 if there is no such benchmark. With `-- --check` it runs each in its shortest form
// and compares no figure with its limit.
import './setup/require-node.mjs'
import { checkBenchmarks, runBenchmarks, selectBenchmarks } from './benchmarks.mjs'
import { ensureInstalled } from './setup/install.mjs'
import { continueInPinnedNode, exitOnSignal, isRunningPinnedNode } from './setup/pinned-node.mjs'
import { repositoryPath } from './setup/repository.mjs'

const folder = repositoryPath('tools', 'bench')
const isCheck = process.argv.includes('--check')
const [name, ...options] = process.argv.slice(2).filter((option) => option !== '--check')
const names = selectBenchmarks(folder, name)
if (names.length === 0) {
  process.exitCode = 2
} else {
  await ensureInstalled()
  if (!isRunningPinnedNode()) await continueInPinnedNode()
  exitOnSignal()
  const passed = isCheck ? await checkBenchmarks(folder, names) : await runBenchmarks(folder, names, options)
  if (!passed) process.exitCode = 1
}
