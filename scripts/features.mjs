// The rules of the tree that ARCHITECTURE.md describes: each floor has the features of its table, a feature imports no later one, a layer
// of the web app imports no higher one, and imports form no circle. Prints each breach; exits 1 if there are any.

import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** @typedef {{ path: string, text: string }} SourceFile */

/** The floors: folders with one folder for each feature. */
const floors = ['domain/src', 'server/src/features', 'web/src/features']
/** Folders of a floor that are not features. Every feature may import them, and they import none. */
const commonFolders = new Set(['shared'])
/** The layers of the web app, the lowest first. A layer may import itself and the layers before it. */
const webLayers = ['ui', 'lib', 'offline', 'features', 'screens', 'app'].map((name) => `web/src/${name}/`)
/** The folder that `#` at the start of an import stands for, for each package that uses it. */
const importRoots = ['domain/src/', 'server/src/', 'web/src/', 'tools/fakes/src/']

/** The features of the table in ARCHITECTURE.md, in their order. @param {string} architecture @returns {string[]} */
export function featuresOf(architecture) {
  const [, table = ''] = /^## Features\n([\s\S]*?)(?=^## |(?![\s\S]))/m.exec(architecture) ?? []
  return [...table.matchAll(/^\| `([\w-]+)` \|/gm)].map(([, name = '']) => name)
}

/** @param {SourceFile[]} files @param {string} architecture @returns {string[]} */
export function findFeatureBreaches(files, architecture) {
  const features = featuresOf(architecture)
  const graph = importsOf(files)
  return [
    ...findMissingAndUnknownFolders(files, features),
    ...findLaterImports(graph, features),
    ...findImportsOfHigherLayers(graph),
    ...findCircles(graph),
  ]
}

/** @param {SourceFile[]} files @param {string[]} features @returns {string[]} */
function findMissingAndUnknownFolders(files, features) {
  return floors.flatMap((floor) => {
    const folders = new Set(files.flatMap(({ path }) => featureOf(path, floor) ?? []))
    return [
      ...features.filter((name) => !folders.has(name)).map((name) => `${floor} lacks the feature ${name}`),
      ...[...folders]
        .filter((name) => !commonFolders.has(name) && !features.includes(name))
        .map((name) => `${floor}/${name} is not in the table of features in ARCHITECTURE.md`),
    ]
  })
}

/** The folder of a file within a floor; null for files elsewhere and files beside the folders. @param {string} path @param {string} floor */
function featureOf(path, floor) {
  const [folder, ...rest] = path.startsWith(`${floor}/`) ? path.slice(floor.length + 1).split('/') : []
  return folder && rest.length > 0 ? folder : null
}

/** @param {Map<string, string[]>} graph @param {string[]} features @returns {string[]} */
function findLaterImports(graph, features) {
  const rankOf = (/** @type {string} */ name) => (commonFolders.has(name) ? -1 : features.indexOf(name))
  return findForbiddenImports(graph, (path, target) => {
    const [from, to] = floors
      .map((floor) => [featureOf(path, floor), featureOf(target, floor)])
      .find(([here, there]) => here && there) ?? [null, null]
    return from && to && rankOf(to) > rankOf(from) ? 'a later feature' : null
  })
}

/** @param {Map<string, string[]>} graph @returns {string[]} */
function findImportsOfHigherLayers(graph) {
  const rankOf = (/** @type {string} */ path) => webLayers.findIndex((layer) => path.startsWith(layer))
  return findForbiddenImports(graph, (path, target) =>
    rankOf(path) >= 0 && rankOf(target) > rankOf(path) ? 'a higher layer' : null,
  )
}

/**
 * `reasonOf` returns what is wrong with an import; null if the import is allowed.
 * @param {Map<string, string[]>} graph @param {(path: string, target: string) => string | null} reasonOf @returns {string[]}
 */
function findForbiddenImports(graph, reasonOf) {
  return [...graph]
    .filter(([path]) => !isTest(path))
    .flatMap(([path, targets]) =>
      targets.flatMap((target) => {
        const reason = reasonOf(path, target)
        return reason === null ? [] : [`${path} imports ${reason}: ${target}`]
      }),
    )
}

/** Tests are exempt from the order of imports: they set up data of any feature. @param {string} path */
const isTest = (path) => /\.test\.tsx?$/.test(path)

/** Each circle once, by its files (Tarjan's strongly connected components). @param {Map<string, string[]>} graph @returns {string[]} */
function findCircles(graph) {
  /** @type {Map<string, { index: number, low: number, isOpen: boolean }>} */
  const seen = new Map()
  /** @type {string[]} */
  const open = []
  /** @type {string[]} */
  const found = []
  const visit = (/** @type {string} */ path) => {
    const node = { index: seen.size, low: seen.size, isOpen: true }
    seen.set(path, node)
    open.push(path)
    for (const target of graph.get(path) ?? []) {
      const known = seen.get(target)
      if (!known) node.low = Math.min(node.low, visit(target).low)
      else if (known.isOpen) node.low = Math.min(node.low, known.index)
    }
    if (node.low === node.index) {
      const circle = open.splice(open.indexOf(path))
      for (const member of circle) Object.assign(seen.get(member) ?? {}, { isOpen: false })
      if (circle.length > 1) found.push(`imports form a circle: ${circle.toSorted().join(', ')}`)
    }
    return node
  }
  for (const path of graph.keys()) if (!seen.has(path)) visit(path)
  return found
}

/** The files that each file imports, types included. @param {SourceFile[]} files @returns {Map<string, string[]>} */
function importsOf(files) {
  const paths = new Set(files.map(({ path }) => path))
  return new Map(
    files.map(({ path, text }) => {
      const specifiers = [...text.matchAll(/(?:^|[^\w.])(?:from|import)\s*\(?\s*'([^']+)'/g)].map(
        ([, name = '']) => name,
      )
      return [path, [...new Set(specifiers.map((name) => resolveImport(path, name)).filter((file) => paths.has(file)))]]
    }),
  )
}

/** The path of an imported file of the repository. @param {string} path @param {string} specifier @returns {string} */
function resolveImport(path, specifier) {
  if (specifier.startsWith('@gaffer/domain/')) return `domain/src/${specifier.slice('@gaffer/domain/'.length)}.ts`
  if (specifier.startsWith('#')) return (importRoots.find((root) => path.startsWith(root)) ?? '') + specifier.slice(1)
  return join(dirname(path), specifier)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' })
  const files = listed
    .split('\n')
    // A deleted file may still be in git's index.
    .filter((path) => /\.(ts|tsx|mjs)$/.test(path) && existsSync(path))
    .map((path) => ({ path, text: readFileSync(path, 'utf8') }))
  const breaches = findFeatureBreaches(files, readFileSync('ARCHITECTURE.md', 'utf8'))
  for (const breach of breaches) console.error(breach)
  if (breaches.length > 0) process.exit(1)
}
