// deploy/compose.yaml, deploy/systemd, deploy/caddy and the example settings match the service: settings, paths,
// ports, roles. systemd-analyze and caddy check their files when they are on PATH.
import { describe, expect, test } from 'bun:test'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { parseConfig } from '../../server/config/config.ts'
import { parseSlicingConfig } from '../../server/config/slicing.ts'
import { requiredInProduction } from '../../server/config/table.ts'
import { checkSettings } from '../../server/wiring/doctor/settings.ts'
import { parseSettingsFile } from '../../server/wiring/doctor/settings-file.ts'
import { imageSettings, readStages } from '../image/dockerfile.ts'

const root = join(import.meta.dir, '../..')
const deploy = join(root, 'deploy')
const read = (path: string) => readFileSync(join(deploy, path), 'utf8')

/** The parts of the Compose format in use; anything else is a spelling mistake. */
const words = v.array(v.string())
const build = v.strictObject({ context: v.string(), dockerfile: v.string() })
const service = v.strictObject({
  image: v.string(),
  build: v.optional(build),
  restart: v.literal('unless-stopped'),
  read_only: v.optional(v.literal(true)),
  tmpfs: v.optional(words),
  cap_drop: v.optional(words),
  security_opt: v.optional(words),
  stop_grace_period: v.optional(v.pipe(v.string(), v.regex(/^\d+s$/))),
  logging: v.optional(
    v.strictObject({ driver: v.literal('local'), options: v.record(v.string(), v.string()) }),
  ),
  env_file: v.optional(words),
  environment: v.optional(v.record(v.string(), v.union([v.string(), v.number()])), {}),
  entrypoint: v.optional(words),
  user: v.optional(v.string()),
  ports: v.optional(words, []),
  volumes: v.optional(words, []),
  shm_size: v.optional(v.string()),
  depends_on: v.optional(
    v.record(v.string(), v.strictObject({ condition: v.literal('service_healthy') })),
    {},
  ),
  healthcheck: v.optional(
    v.strictObject({
      test: words,
      interval: v.string(),
      start_period: v.string(),
    }),
  ),
  networks: words,
})
const composeFile = v.object({
  name: v.string(),
  services: v.record(v.string(), service),
  networks: v.record(
    v.string(),
    v.strictObject({
      internal: v.optional(v.boolean()),
      ipam: v.optional(v.strictObject({ config: v.array(v.strictObject({ subnet: v.string() })) })),
    }),
  ),
  volumes: v.record(v.string(), v.strictObject({})),
})
const compose = v.parse(composeFile, Bun.YAML.parse(read('compose.yaml')))
const { services } = compose
const serviceOf = (name: string) => {
  const found = services[name]
  if (found === undefined) throw new Error(`There is no service ${name}.`)
  return found
}

const filled: Readonly<Record<string, string>> = {
  ...parseSettingsFile(read('production.example.env')),
  POSTGRES_PASSWORD: 'p'.repeat(32),
  POSTGRES_ADMIN_PASSWORD: 'q'.repeat(32),
  AUTH_SECRET: 'a'.repeat(64),
  INTERNAL_KEY: 'b'.repeat(64),
  STRIPE_SECRET_KEY: 'sk_live_x',
  STRIPE_WEBHOOK_SECRET: 'whsec_x',
  SMTP_URL: 'smtps://user:pw@mail.example.com',
}

/** Replaces ${NAME}, ${NAME:-default} and ${NAME:?sentence}. */
const interpolated = (text: string) =>
  text.replaceAll(/\$\{([A-Z_]+)(?::([-?])([^}]*))?\}/g, (_, name, kind, rest) => {
    const value = Object.entries(filled).find(([each]) => each === name)?.[1]
    if (value !== undefined && value !== '') return value
    if (kind === '-') return rest
    throw new Error(`${name} is not set.`)
  })
const environmentOf = (name: string) =>
  Object.fromEntries(
    Object.entries(serviceOf(name).environment).map(([key, value]) => [
      key,
      interpolated(String(value)),
    ]),
  )

describe('compose.yaml', () => {
  test('has web, worker, slicing, database, backup and TLS, and web and worker start with it', () => {
    expect(Object.keys(services).toSorted()).toEqual([
      'backup',
      'caddy',
      'database',
      'slicing',
      'web',
      'worker',
    ])
    for (const name of ['web', 'worker']) {
      const parsed = parseConfig({ ...filled, ...environmentOf(name) })
      if (!parsed.ok) throw new Error(parsed.failure.join('\n'))
      const { value: config } = parsed
      expect([config.role, config.production, config.baseUrl]).toEqual([
        name === 'web' ? 'web' : 'worker',
        true,
        'https://print.example.com',
      ])
      const problems = checkSettings(config, Object.keys({ ...filled, ...environmentOf(name) }))
      expect(problems.filter(({ state }) => state !== 'ok')).toEqual([])
    }
  })

  test('slicing gets no secret, and its network has no route outside', () => {
    const { env_file, networks } = serviceOf('slicing')
    expect([env_file, networks]).toEqual([undefined, ['slicers']])
    expect(compose.networks['slicers']?.internal).toBe(true)
    expect(parseSlicingConfig(environmentOf('slicing')).ok).toBe(true)
    expect(environmentOf('web')['SLICER_URL']).toBe('http://slicing:3000')
  })

  test('only the TLS proxy publishes ports, and the service trusts only its network', () => {
    const open = Object.entries(services).filter(([, { ports }]) => ports.length > 0)
    expect(open.map(([name]) => name)).toEqual(['caddy'])
    const subnet = compose.networks['front']?.ipam?.config[0]?.subnet
    expect(environmentOf('web')['TRUSTED_PROXIES']).toBe(subnet ?? 'none')
  })

  test('referenced networks, volumes and services exist, and so do files of the checkout', () => {
    for (const [name, { networks, volumes, depends_on, env_file = [] }] of Object.entries(
      services,
    )) {
      for (const network of networks) {
        expect([name, network in compose.networks]).toEqual([name, true])
      }
      for (const other of Object.keys(depends_on)) expect(services).toHaveProperty(other)
      expect(env_file.every((path) => path === '../production.env')).toBe(true)
      for (const volume of volumes) {
        const [source = ''] = volume.split(':')
        const exists = source.startsWith('.')
          ? existsSync(join(deploy, source))
          : source in compose.volumes
        expect([name, volume, exists]).toEqual([name, volume, true])
      }
    }
    expect(existsSync(join(deploy, '..', serviceOf('web').build?.dockerfile ?? 'none'))).toBe(true)
  })

  test('the image’s state, models, user, port and program are used', () => {
    const { env } = imageSettings()
    expect(env['STATE_DIR']).toStartWith('/var/lib/svc/')
    expect(serviceOf('web').volumes).toContain('state:/var/lib/svc')
    expect(filled['STORAGE_DIR']).toBe('/models')
    expect(serviceOf('web').volumes).toContain('models:/models')
    // A new volume gets the owner of the folder in the image.
    const runs = (readStages().at(-1) ?? []).map(({ text }) => text).join('\n')
    expect(runs).toContain('install -d -o svc -g svc /models')
    expect(serviceOf('caddy').environment['UPSTREAM']).toBe(`web:${env['PORT']}`)
  })

  test('the database is ready when it answers by TCP, which only the final server does', () => {
    expect(serviceOf('database').healthcheck?.test).toEqual([
      'CMD-SHELL',
      'pg_isready -h 127.0.0.1 -U postgres -d svc',
    ])
  })

  test('the service may finish its work before it is killed', () => {
    for (const name of ['web', 'worker', 'slicing']) {
      expect([name, serviceOf(name).stop_grace_period]).toEqual([name, '130s'])
      expect(serviceOf(name).cap_drop).toEqual(['ALL'])
    }
  })
})

test('the example settings contain everything that production requires, with empty values', () => {
  const names = parseSettingsFile(read('production.example.env'))
  const missing = requiredInProduction().filter(([name]) => !(name in names))
  // The compose file or the installation sets the database's address; the folder replaces the bucket.
  expect(missing.map(([name]) => name)).toEqual(['DATABASE_URL', 'GCS_BUCKET'])
  expect(names['AUTH_SECRET']).toBe('')
})

const units = readdirSync(join(deploy, 'systemd'))
const valuesOf = (unit: string, name: string) =>
  [...read(`systemd/${unit}`).matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(
    ([, value = '']) => value,
  )
const unitEnvironment = (unit: string) =>
  Object.fromEntries(
    valuesOf(unit, 'Environment')
      .flatMap((line) => line.split(' '))
      .map((pair) => pair.split('='))
      .map(([key = '', value = '']) => [key, value]),
  )

describe('systemd', () => {
  for (const [unit, role] of [
    ['svc.service', 'web'],
    ['svc-worker.service', 'worker'],
  ] as const) {
    test(`${unit} starts with the example's settings`, () => {
      const parsed = parseConfig({
        ...filled,
        DATABASE_URL: 'postgres://svc_run:x@127.0.0.1/svc',
        ...unitEnvironment(unit),
      })
      expect(parsed.ok && [parsed.value.role, parsed.value.production]).toEqual([role, true])
      expect(valuesOf(unit, 'TimeoutStopSec')).toEqual(['130'])
    })
  }

  test('svc-slicing.service has no secret', () => {
    expect(parseSlicingConfig(unitEnvironment('svc-slicing.service')).ok).toBe(true)
    expect(valuesOf('svc-slicing.service', 'EnvironmentFile')).toEqual([])
  })

  test('programs of the checkout exist, and scripts are executable', () => {
    for (const unit of units) {
      for (const command of valuesOf(unit, 'ExecStart')) {
        const [program = '', ...rest] = command.split(' ')
        const path = program.replace('/opt/svc/current/', '')
        if (path === '.tools/bun') {
          expect(existsSync(join(root, rest[0] ?? 'none'))).toBe(true)
        } else {
          expect([unit, statSync(join(root, path)).mode & 0o111]).toEqual([unit, 0o111])
        }
      }
    }
  })

  test('processes on one machine have different ports', () => {
    const ports = units.flatMap((unit) => unitEnvironment(unit)['PORT'] ?? [])
    expect(ports).toHaveLength(new Set(ports).size)
    expect(ports).toHaveLength(3)
  })

  test.skipIf(Bun.which('systemd-analyze') === null)('systemd-analyze reports nothing', () => {
    const paths = units.map((unit) => join(deploy, 'systemd', unit))
    const { stderr } = Bun.spawnSync(['systemd-analyze', 'verify', '--man=no', ...paths])
    const said = stderr.toString().split('\n')
    // Paths of this machine, and the program, which is not installed here.
    const ours = said.filter(
      (line) => /\bsvc/.test(line) && !/is not executable|Failed to (?:create|open)/.test(line),
    )
    expect(ours).toEqual([])
  })
})

describe('docs/going-live.md', () => {
  const guide = readFileSync(join(root, 'docs/going-live.md'), 'utf8')

  test('the name of the website is read as text: setting values have no quotes, and some have spaces', () => {
    const command = /^SITE_HOST=\$\(.*\)$/m.exec(guide)?.[0] ?? 'false'
    const settings = join(deploy, 'production.example.env')
    const script = `${command.replace('/etc/svc/production.env', settings)}; echo "$SITE_HOST"`
    const { stdout, stderr } = Bun.spawnSync(['sh', '-c', script])
    expect([stdout.toString(), stderr.toString()]).toEqual(['print.example.com\n', ''])
    expect(guide).not.toMatch(/^\. .*production\.env/m)
  })

  test('after a restore the worker starts last, after payments without an order are decided', () => {
    const restore = guide.slice(guide.indexOf('**Restore**'))
    const blocks = restore.split('```').filter((_, index) => index % 2 === 1)
    expect(blocks).toHaveLength(2)
    for (const block of blocks) {
      const lines = block.trim().split('\n')
      expect(lines.at(-2)).toMatch(/^(systemctl|compose) start (svc|web) /)
      expect(lines.at(-1)).toContain('payments')
    }
    expect(restore).toContain('/operator/money/unmatched')
  })
})

test.skipIf(Bun.which('caddy') === null)('caddy accepts its file', () => {
  const { exitCode, stderr } = Bun.spawnSync(
    ['caddy', 'validate', '--adapter', 'caddyfile', '--config', join(deploy, 'caddy/Caddyfile')],
    { env: { ...process.env, SITE_HOST: 'print.example.com' } },
  )
  expect([exitCode, exitCode === 0 ? '' : stderr.toString()]).toEqual([0, ''])
})
