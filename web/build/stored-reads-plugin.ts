// The module `virtual:stored-reads` gives the stored queries (src/offline/stored-queries.ts) two facts of the endpoint table, because the
// bundle does not contain the table.

import { createHash } from 'node:crypto'
import { api } from '@gaffer/domain/endpoints'
import type { EndpointDefinition } from '@gaffer/domain/shared/endpoint'
import type { Plugin } from 'vite'
import * as z from 'zod/mini'

const moduleId = 'virtual:stored-reads'
const resolvedModuleId = `\0${moduleId}`

export function storedReadsPlugin(): Plugin {
  return {
    name: 'stored-reads',
    resolveId: (source) => (source === moduleId ? resolvedModuleId : undefined),
    load: (loaded) => (loaded === resolvedModuleId ? generateStoredReadsModule(Object.values(api)) : undefined),
  }
}

/** Generates the module: the names of the stored endpoints, and a hash of these names and of the schemas of their responses. */
function generateStoredReadsModule(endpoints: readonly EndpointDefinition[]): string {
  const storedReads = endpoints.filter((endpoint) => endpoint.method === 'GET' && endpoint.offline)
  const names = storedReads.map(({ method, path }) => `${method} ${path}`)
  const responseSchemas = storedReads.map(
    ({ response }) => response && z.toJSONSchema(response, { unrepresentable: 'any' }),
  )
  const version = createHash('sha256')
    .update(JSON.stringify([names, responseSchemas]))
    .digest('hex')
    .slice(0, 16)
  return `export const storedReads = ${JSON.stringify(names)}\nexport const shapesVersion = ${JSON.stringify(version)}`
}
