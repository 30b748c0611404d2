// The configuration: defaults of a bare machine, an error for every wrong value, and no fallback in production.
import { describe, expect, test } from 'bun:test'
import { parseConfig } from '../../server/config/config.ts'
import { optionalParts, warnOfParts } from '../../server/wiring/ports/optional-parts.ts'
import { productionEnvironment } from '../../testing/service/production-environment.ts'
import { verifies } from '../helpers/verifies.ts'

const PRODUCTION = productionEnvironment

function parsed(env: Record<string, string>) {
  const result = parseConfig(env)
  if (!result.ok) throw new Error(result.failure.join(' '))
  return result.value
}

function problems(env: Record<string, string>): readonly string[] {
  const result = parseConfig(env)
  return result.ok ? [] : result.failure
}

test('an empty environment is a local setup on port 3000 with stand-ins for everything', () => {
  const config = parsed({})
  expect(config).toMatchObject({
    production: false,
    port: 3000,
    host: '127.0.0.1',
    baseUrl: null,
    role: 'all',
    webConcurrency: 1,
    logLevel: 'info',
    databaseUrl: null,
    stripe: null,
    databaseConnections: null,
    stripeCallsPerSecond: 20,
    gcsBucket: null,
    smtpUrl: null,
    tripo: null,
    fal: null,
    openai: null,
    slicerPath: null,
    slicerCage: 'optional',
    internalKey: null,
    authSecret: null,
    downloadAllowLoopback: false,
  })
  expect(config.stateDir.endsWith('/.svc')).toBe(true)
  expect(config.operatorEmails.size).toBe(0)
})

test('an empty variable is treated as unset', () => {
  expect(parsed({ PORT: '', DATABASE_URL: ' ', OPERATOR_EMAILS: '' })).toEqual(parsed({}))
})

test('a complete production environment is accepted', () => {
  const config = parsed(PRODUCTION)
  expect(config.slicerCage).toBe('required')
  expect(config).toMatchObject({
    production: true,
    host: '0.0.0.0',
    baseUrl: 'https://farm.example.com',
    stripe: { secretKey: 'sk_live_x', webhookSecret: 'whsec_x', apiBase: null },
    gcsBucket: 'farm-models',
    internalKey: 'b'.repeat(16),
  })
})

for (const name of Object.keys(PRODUCTION).filter((each) => each !== 'NODE_ENV')) {
  test(`production without ${name} does not start, and says so by name`, () => {
    const found = problems({ ...PRODUCTION, [name]: '' })
    expect(found).toHaveLength(1)
    expect(found[0]).toStartWith(`${name} is missing: with NODE_ENV=production`)
  })
}

test('production with nothing set names all nine missing secrets in one error', () => {
  const names = problems({ NODE_ENV: 'production' }).map((sentence) => sentence.split(' ')[0])
  const needed = Object.keys(PRODUCTION).filter((name) => name !== 'NODE_ENV')
  expect(names.toSorted()).toEqual(needed.toSorted())
})

test('production refuses downloads from loopback', () => {
  expect(problems({ ...PRODUCTION, DOWNLOAD_ALLOW_LOOPBACK: '1' })).toEqual([
    'DOWNLOAD_ALLOW_LOOPBACK=1 is refused with NODE_ENV=production.',
  ])
  expect(parsed({ DOWNLOAD_ALLOW_LOOPBACK: '1' }).downloadAllowLoopback).toBe(true)
})

verifies('decision.node-env', 'any other mode is refused', () => {
  for (const word of ['prod', 'Production', 'PRODUCTION', 'staging', 'dev', 'Test']) {
    for (const env of [{}, PRODUCTION]) {
      expect(problems({ ...env, NODE_ENV: word })).toEqual([
        `NODE_ENV must be development, test or production, or not be set, but is "${word}".`,
      ])
    }
  }
  for (const word of ['', ' ', 'development', 'test']) {
    expect(parsed({ NODE_ENV: word }).production).toBe(false)
  }
  expect(parsed({ ...PRODUCTION, NODE_ENV: ' production ' }).production).toBe(true)
})

test('production refuses a public address that is not encrypted, unless it is loopback', () => {
  for (const BASE_URL of [
    'http://farm.example.com',
    'http://10.0.0.7:3000',
    'http://127.evil.example',
  ]) {
    expect(problems({ ...PRODUCTION, BASE_URL })).toEqual([
      'BASE_URL must begin with https:// with NODE_ENV=production, because session cookies would travel unencrypted. Only a loopback address may begin with http://.',
    ])
    expect(parsed({ BASE_URL }).baseUrl).toBe(BASE_URL)
  }
  for (const BASE_URL of ['http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000']) {
    expect(parsed({ ...PRODUCTION, BASE_URL }).baseUrl).toBe(BASE_URL)
  }
})

describe('pictures are moderated', () => {
  verifies(
    'decision.pictures-moderated',
    'in production and where a server can check them, unless this is off',
    () => {
      const moderated = (env: Record<string, string>) => parsed(env).moderatePictures
      const server = { OPENAI_API_KEY: 'sk-x' }
      expect([moderated({}), moderated(server)]).toEqual([false, true])
      expect([moderated(PRODUCTION), moderated({ ...PRODUCTION, ...server })]).toEqual([true, true])
      for (const env of [{}, server, PRODUCTION, { ...PRODUCTION, ...server }]) {
        expect(moderated({ ...env, MODERATE_PICTURES: 'off' })).toBe(false)
        expect(moderated({ ...env, MODERATE_PICTURES: 'on' })).toBe(true)
      }
    },
  )
})

describe('optional parts', () => {
  const warned = (env: Record<string, string>) => {
    const lines: unknown[][] = []
    const warn = (event: string, facts: Record<string, unknown> = {}) =>
      void lines.push([event, facts['part'], facts['state']])
    warnOfParts({ warn }, optionalParts(parsed(env)))
    return lines
  }

  verifies(
    'decision.production-parts',
    'each part that is a sample, a rule or off is reported as a warning',
    () => {
      const line = (part: string, state: string) => ['process.part_limited', part, state]
      expect(warned(PRODUCTION)).toEqual([
        line('engines', 'samples'),
        line('images', 'samples'),
        line('textModeration', 'rules'),
        line('pictureModeration', 'refused'),
      ])
      const keys = { TRIPO_API_KEY: 'tsk_x', FAL_KEY: 'x', OPENAI_API_KEY: 'sk-x' }
      expect(warned({ ...PRODUCTION, ...keys })).toEqual([])
      expect(
        warned({ ...PRODUCTION, ...keys, GENERATION: 'off', MODERATE_PICTURES: 'off' }),
      ).toEqual([line('engines', 'off'), line('images', 'off'), line('pictureModeration', 'off')])
      expect(optionalParts(parsed({ FAL_KEY: 'x' }))).toEqual({
        engines: 'vendors',
        images: 'vendor',
        textModeration: 'rules',
        pictureModeration: 'off',
      })
    },
  )
})

const WRONG: readonly (readonly [name: string, value: string, problem: string])[] = [
  ['PORT', '-1', 'must be a whole number from 0 to 65535, but is "-1".'],
  ['PORT', '65536', 'must be a whole number from 0 to 65535, but is "65536".'],
  ['PORT', '3e3', 'must be a whole number from 0 to 65535, but is "3e3".'],
  [
    'BASE_URL',
    'farm.example.com',
    'must be an address such as https://example.com, without a path.',
  ],
  [
    'BASE_URL',
    'https://a.example/shop',
    'must be an address such as https://example.com, without a path.',
  ],
  ['ROLE', 'api', 'must be one of all, web, worker, slicing, but is "api".'],
  ...['+02:00', 'Mars/Olympus', '-1'].map(
    (zone) =>
      [
        'TIME_ZONE',
        zone,
        `must be the name of a time zone such as Europe/Berlin, but is "${zone}".`,
      ] as const,
  ),
  ['WEB_CONCURRENCY', '0', 'must be a whole number from 1 to 256, but is "0".'],
  ['LOG_LEVEL', 'trace', 'must be one of debug, info, warn, error, but is "trace".'],
  [
    'DATABASE_URL',
    'mysql://u:secret@h/d',
    'must be an address that begins with postgres:// or postgresql://.',
  ],
  ['STRIPE_API_BASE', 'localhost', 'must be an address that begins with http:// or https://.'],
  ['GCS_BUCKET', 'gs://farm', 'must be a bucket name, without gs:// and without a folder.'],
  ['SMTP_URL', 'mail.example.com:25', 'must be an address that begins with smtp:// or smtps://.'],
  ['MAIL_FROM', 'Farm', 'must hold an email address.'],
  ['GEOMETRY_WORKERS', '1.5', 'must be a whole number from 1 to 64, but is "1.5".'],
  [
    'MCP_ALLOWED_ORIGINS',
    'https://a.example,*',
    'must hold origins such as https://example.com, with commas between them, but holds "*".',
  ],
  [
    'QUOTE_ALLOWED_HOSTS',
    'https://a.example',
    'must hold host names such as files.example.com, with commas between them, but holds "https://a.example".',
  ],
  ['DOWNLOAD_ALLOW_LOOPBACK', 'yes', 'must be one of 0, 1, but is "yes".'],
  [
    'OPERATOR_EMAILS',
    'a@b.example; c@d',
    'must hold email addresses, with commas between them, but holds "a@b.example; c@d".',
  ],
  [
    'TRUSTED_PROXIES',
    '10.0.0.1, proxy.internal',
    'must hold addresses or networks such as 10.0.0.0/8, with commas between them, but holds "proxy.internal".',
  ],
  ['GENERATION', 'no', 'must be one of on, off, but is "no".'],
  ['MODERATE_PICTURES', '0', 'must be one of on, off, but is "0".'],
  ['INTERNAL_KEY', 'short', 'must have at least 16 characters.'],
  ['AUTH_SECRET', 'short', 'must have at least 32 characters.'],
]

for (const [name, value, problem] of WRONG) {
  test(`${name}=${value} is refused with a sentence that names it`, () => {
    expect(problems({ [name]: value })).toEqual([`${name} ${problem}`])
  })
}

test('a value that may hold a password is not repeated', () => {
  const found = problems({ DATABASE_URL: 'mysql://u:hunter2@h/d', SMTP_URL: 'http://u:hunter2@h' })
  expect(found).toHaveLength(2)
  expect(found.join(' ')).not.toContain('hunter2')
})

test('lists are split at commas, operators are lowercased', () => {
  const config = parsed({
    OPERATOR_EMAILS: 'Boss@Farm.example, second@farm.example,',
    MCP_ALLOWED_ORIGINS: 'https://a.example,http://localhost:5173',
    QUOTE_ALLOWED_HOSTS: 'Files.example.com',
    TRUSTED_PROXIES: '10.0.0.0/8, ::1',
  })
  expect([...config.operatorEmails]).toEqual(['boss@farm.example', 'second@farm.example'])
  expect(config.mcpAllowedOrigins).toEqual(['https://a.example', 'http://localhost:5173'])
  expect(config.quoteAllowedHosts).toEqual(['files.example.com'])
  expect(config.trustedProxies).toEqual(['10.0.0.0/8', '::1'])
})

// decisions.md 61.
test('links are allowed from hosts of public models, from the named hosts, or from every host', () => {
  const hosts = (value?: string) =>
    parsed(value === undefined ? {} : { QUOTE_ALLOWED_HOSTS: value }).quoteAllowedHosts
  expect(hosts()).toContain('raw.githubusercontent.com')
  expect(hosts('files.example.com')).toEqual(['files.example.com'])
  expect(hosts('*')).toBeNull()
})

test('a Stripe key without the webhook’s secret is refused even outside production', () => {
  expect(problems({ STRIPE_SECRET_KEY: 'sk_test_x' })).toEqual([
    "STRIPE_WEBHOOK_SECRET is missing: with STRIPE_SECRET_KEY, Stripe's events need it.",
  ])
})
