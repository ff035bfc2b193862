import { join } from 'node:path'
import { build } from 'vite'

/** Bundles a module with all its imports into one classic script. `define` maps an expression to the source text that replaces it. */
export async function bundleScript(root: string, entry: string, define: Record<string, string> = {}): Promise<string> {
  const result = await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    define,
    build: {
      write: false,
      target: 'es2023',
      modulePreload: false,
      rolldownOptions: { input: join(root, entry), output: { format: 'iife' } },
    },
  })
  const [bundle, ...others] = 'output' in result ? result.output : []
  if (!bundle || others.length > 0) throw new Error(`${entry} is not one script`)
  return bundle.code
}
