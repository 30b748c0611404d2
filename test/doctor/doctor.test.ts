// `npm run doctor` on a working setup, and on the broken ones of a table: it reports each problem under its name, with
// the command or setting that fixes it. Every row runs the command with a settings file, in a process of its own.
import { afterAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { SMTPServer } from 'smtp-server'
import { parseConfig } from '../../server/config/config.ts'
import { startStripeStandIn } from '../../server/local/stripe/stand-in.ts'
import type { Diagnosis } from '../../server/wiring/doctor/finding.ts'
import { readTermsInForce } from '../../server/wiring/doctor/terms.ts'
import { startEasyPost } from '../../testing/carriers/easypost.ts'
import { testDatabase } from '../../testing/database/database.ts'
import { separateRoles } from '../../testing/database/database-roles.ts'
import { selfSigned } from '../../testing/service/certificate.ts'
import { startFakeS3 } from '../../testing/service/fake-s3.ts'
import { freePort, openRealServer } from '../../testing/service/real-server.ts'
import { use } from '../../testing/use.ts'

setDefaultTimeout(120_000)

const folder = mkdtempSync(join(tmpdir(), 'svc-doctor-test-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const root = join(import.meta.dir, '../..')
const command = join(root, 'server/wiring/doctor/run.ts')
const secretKey = 'sk_test_doctor'
const webhookSecret = 'whsec_doctor'
const received: string[] = []
const hour = 3_600_000
const ago = (hours: number) => new Date(Date.now() - hours * hour).toISOString()

/** Creates a folder of backups whose files have these times; null creates no file. */
function backups(name: string, made: string | null, restored: string | null): string {
  const path = join(folder, name)
  mkdirSync(path)
  if (made !== null) writeFileSync(join(path, 'last-backup'), `${made}\n`)
  if (restored !== null) writeFileSync(join(path, 'last-restore'), `${restored}\n`)
  return path
}

/** A program that prints the output of PrusaSlicer. */
const slicerPath = join(folder, 'prusa-slicer')
writeFileSync(
  slicerPath,
  '#!/bin/sh\necho "[19:29:18] [trace] Initializing"\necho "PrusaSlicer-2.5.0+x64 based on Slic3r (with GUI support)"\n',
)
chmodSync(slicerPath, 0o755)

const sound = use(
  async () => {
    const database = await testDatabase({ poolSize: 2 })
    const roles = await separateRoles(database)
    const port = await freePort()
    const webhookUrl = `http://127.0.0.1:${port}/api/billing/webhook`
    const stripe = await startStripeStandIn({ secretKey, webhookSecret, webhookUrl })
    const s3 = startFakeS3('farm-models')
    const smtpPort = await freePort()
    const smtp = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onRcptTo: ({ address }, _, done) => {
        if (address.startsWith('refused')) return done(new Error('No such mailbox'))
        received.push(address)
        done()
      },
      onData: (stream, _, done) => {
        stream.resume()
        stream.on('end', () => done())
      },
    })
    await new Promise<void>((resolve) => void smtp.listen(smtpPort, '127.0.0.1', resolve))
    const variables = {
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      BASE_URL: `http://127.0.0.1:${port}`,
      DATABASE_URL: roles.runUrl,
      MIGRATION_DATABASE_URL: roles.migrateUrl,
      STRIPE_SECRET_KEY: secretKey,
      STRIPE_WEBHOOK_SECRET: webhookSecret,
      STRIPE_API_BASE: stripe.baseUrl,
      STORAGE_DIR: join(folder, 'models'),
      STATE_DIR: join(folder, 'state'),
      BACKUP_DIR: backups('sound', ago(3), ago(200)),
      SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
      MAIL_FROM: 'Farm <orders@example.com>',
      AUTH_SECRET: 'a'.repeat(32),
      INTERNAL_KEY: 'b'.repeat(16),
      OPERATOR_EMAILS: 'operator@example.com',
      SLICER_PATH: slicerPath,
      SLICER_CAGE: 'optional',
    }
    const server = await openRealServer({ env: variables, port })
    await server.start()
    return { database, roles, stripe, s3, smtp, server, variables }
  },
  async ({ database, roles, stripe, s3, smtp, server }) => {
    await server.close()
    await new Promise<void>((resolve) => smtp.close(() => resolve()))
    await s3.stop()
    await stripe.close()
    await database.close()
    await roles.drop()
  },
)

type Run = {
  readonly findings: readonly Diagnosis[]
  readonly exitCode: number
  /** Everything that it printed. */
  readonly text: string
}

/** Runs the command with a settings file. `environment` is that of the process. */
async function doctor(
  variables: Readonly<Record<string, string>>,
  { mailTo = null, environment = {} }: Pick<Broken, 'mailTo' | 'environment'> = {},
): Promise<Run> {
  const file = join(folder, `${crypto.randomUUID()}.env`)
  writeFileSync(
    file,
    Object.entries(variables)
      .map((entry) => `${entry.join('=')}\n`)
      .join(''),
  )
  const mail = mailTo === null ? [] : ['--mail-to', mailTo]
  const { stdout, stderr, exited } = Bun.spawn(
    [process.execPath, command, '--env', file, '--json', ...mail],
    {
      cwd: root,
      env: { PATH: process.env['PATH'], HOME: folder, ...environment },
      stdout: 'pipe',
      stderr: 'pipe',
    },
  )
  const [text, errors] = await Promise.all([
    new Response(stdout).text(),
    new Response(stderr).text(),
  ])
  const exitCode = await exited
  if (exitCode > 1) throw new Error(errors)
  return { findings: JSON.parse(text).findings, exitCode, text: text + errors }
}

const s3Settings = (key = 'farm') => ({
  STORAGE_DIR: '',
  S3_BUCKET: sound.s3.bucket,
  S3_ENDPOINT: sound.s3.url,
  S3_ACCESS_KEY_ID: key,
  S3_SECRET_ACCESS_KEY: 'secret',
})

test('a sound setup has no broken line, and one line for each check', async () => {
  const { findings, exitCode } = await doctor(sound.variables, { mailTo: 'me@example.com' })
  expect(findings.filter(({ state }) => state === 'failed')).toEqual([])
  expect(exitCode).toBe(0)
  expect(received).toContain('me@example.com')
  const names = new Set(findings.map(({ name }) => name))
  for (const name of [
    'settings',
    'secret',
    'seller',
    'database',
    'migrations',
    'roles',
    'clock',
    'terms',
    'storage',
    'mail',
    'key',
    'webhook',
    'event',
    'service',
    'worker',
    'slicer',
    'cage',
    'disk',
    'backup',
    'restore',
  ]) {
    expect([name, names.has(name)]).toEqual([name, true])
  }
  const ofS3 = await doctor({ ...sound.variables, ...s3Settings() })
  expect(ofS3.findings.find(({ name }) => name === 'storage')?.message).toContain(
    'S3 bucket farm-models',
  )
  expect([...sound.s3.objects.keys()]).toEqual([])
})

test('the terms in force are shown, and a file that is not stored yet or outdated is a note', async () => {
  const linesFor = async (version: number) => {
    const TERMS_FILE = termsFile({ version, minimumCentsPerPart: 150 })
    const { findings } = await doctor({ ...sound.variables, TERMS_FILE })
    return findings.find(({ name }) => name === 'terms')
  }
  expect(await linesFor(3)).toMatchObject({
    state: 'warning',
    message: expect.stringMatching(/not stored yet/),
  })
  await query(
    `insert into farm_terms (valid_from, stored_at, terms, source, file_version, changes)
     values (now(), now() - interval '1 minute', '{"minimumCentsPerPart": 150}', 'file', 3, '[]')`,
  )
  expect(await linesFor(3)).toMatchObject({
    state: 'ok',
    message: expect.stringMatching(/^version \d+, .* in force$/),
  })
  expect(await linesFor(2)).toMatchObject({
    state: 'warning',
    message: expect.stringMatching(/version 3 is stored/),
  })
  // A file with a `validFrom` before a planned version removes it, which is said before a start stores the file.
  await query(
    `insert into farm_terms (valid_from, stored_at, terms, source, stored_by, reason, changes)
     values ('2099-01-01T00:00:00Z', now(), '{"minimumCentsPerPart": 160}', 'desk', 'owner@example.com', 'A sale.', '[]')`,
  )
  expect(await linesFor(4)).toMatchObject({
    state: 'warning',
    message: expect.stringMatching(
      /not stored yet\. It removes version \d+, planned for 2099-01-01T00:00:00\.000Z \(A sale\.\)\.$/,
    ),
  })
  // Other checks read the terms that the desk put in force, or those of a file that the next start stores.
  await query(
    `insert into farm_terms (valid_from, stored_at, terms, source, stored_by, reason, changes)
     values (now(), now() - interval '1 minute', '{"minimumCentsPerPart": 170}', 'desk', 'owner@example.com', 'Costs.', '[]')`,
  )
  const minimumFor = async (version: number) => {
    const path = termsFile({ version, minimumCentsPerPart: 150 })
    const variables = { ...sound.variables, TERMS_FILE: path }
    const config = parseConfig(variables)
    if (!config.ok) throw new Error(config.failure.join(' '))
    return (await readTermsInForce(config.value)).minimumCentsPerPart
  }
  expect(await minimumFor(3)).toBe(170)
  expect(await minimumFor(4)).toBe(150)
})

function termsFile(terms: object): string {
  const path = join(folder, `terms-${crypto.randomUUID()}.json`)
  writeFileSync(path, JSON.stringify(terms))
  return path
}

type Broken = {
  readonly what: string
  readonly change: () =>
    | Readonly<Record<string, string>>
    | Promise<Readonly<Record<string, string>>>
  readonly name: string
  readonly fix: string
  /** `warning` for what the service can run with. */
  readonly state?: 'failed' | 'warning'
  readonly mailTo?: string | null
  readonly environment?: Readonly<Record<string, string>>
  readonly undo?: () => unknown
}

const otherUrl = (url: string, change: (address: URL) => void) => {
  const address = new URL(url)
  change(address)
  return address.href
}
const nobody = async () => `127.0.0.1:${await freePort()}`
const query = async (text: string) => {
  await sound.database.pool.query(text)
  return {}
}
/** Servers that replace the service. */
const standing: Bun.Server<undefined>[] = []
const others: (() => Promise<unknown>)[] = []
const inPlace = (fetch: (request: Request) => Response | Promise<Response>) => {
  const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch })
  standing.push(server)
  return server.url.origin
}
afterAll(() => Promise.all(standing.map((server) => server.stop(true))))
afterAll(() => Promise.all(others.map((close) => close())))

const endpoint = (change: object) => ({
  object: 'list',
  url: '/v1/webhook_endpoints',
  has_more: false,
  data: [
    {
      id: 'we_1',
      object: 'webhook_endpoint',
      api_version: '2026-10-28.endive',
      enabled_events: ['*'],
      status: 'enabled',
      url: `${sound.variables.BASE_URL}/api/billing/webhook`,
      ...change,
    },
  ],
})
const stripeThatLists = (change: object) => ({
  STRIPE_API_BASE: inPlace(() => Response.json(endpoint(change))),
})

/** Returns the address of the database with a function of the server replaced. */
async function serverThatSays(signature: string, body: string) {
  const schema = `says_${crypto.randomUUID().replaceAll('-', '')}`
  await query(`create schema ${schema}; grant usage on schema ${schema} to public`)
  await query(`create function ${schema}.${signature} language sql as $$ ${body} $$`)
  return {
    DATABASE_URL: otherUrl(sound.roles.runUrl, (url) => {
      url.searchParams.set('options', `-c search_path=public,${schema},pg_catalog`)
    }),
  }
}

/** A mail server that accepts no password. */
function closedMailServer(): Promise<string> {
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    onAuth: (_auth, _session, done) => done(new Error('535 Wrong password')),
  })
  others.push(() => new Promise<void>((resolve) => void server.close(() => resolve())))
  return new Promise((resolve) => {
    const listening = server.listen(0, '127.0.0.1', () => {
      const address = listening.address()
      resolve(typeof address === 'object' ? `127.0.0.1:${address?.port}` : '')
    })
  })
}

async function closedCarriers() {
  const easyPost = await startEasyPost()
  others.push(easyPost.close)
  return {
    EASYPOST_API_KEY: 'EZAK-other',
    EASYPOST_API_BASE: easyPost.url,
    EASYPOST_FROM: 'Farm; 1 Main St; Springfield; IL; 62701; US; 555; a@farm.example',
  }
}

/** A program that prints `line` as its version. */
function program(line: string): string {
  const path = join(folder, `slicer-${crypto.randomUUID()}`)
  writeFileSync(path, `#!/bin/sh\necho "${line}"\n`)
  chmodSync(path, 0o755)
  return path
}

const certificateFile = join(folder, 'authority.pem')
const trusted = { NODE_EXTRA_CA_CERTS: certificateFile }

/** Serves the running service with a certificate that the command trusts. */
function behindTls(host: string, days: { readonly from: number; readonly until: number }) {
  const { key, cert } = selfSigned([host], days)
  writeFileSync(certificateFile, cert)
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    tls: { key, cert },
    fetch: ({ url, method, headers, body }) => {
      const { pathname } = new URL(url)
      return fetch(sound.variables.BASE_URL + pathname, { method, headers, body })
    },
  })
  standing.push(server)
  return { BASE_URL: `https://localhost:${server.port}`, TRUSTED_PROXIES: '127.0.0.1' }
}
const inForce = { from: -1, until: 60 }

const set = (change: Readonly<Record<string, string>>) => () => change

const setups: readonly Broken[] = [
  {
    what: 'a value that is still the one of the example',
    change: set({ OPERATOR_EMAILS: 'you@example.com' }),
    name: 'settings',
    fix: 'Set OPERATOR_EMAILS to your own',
  },
  {
    what: 'an address of another name than the one of the proxy',
    change: set({ SITE_HOST: 'prints.example.org' }),
    name: 'settings',
    fix: 'Set BASE_URL=https://prints.example.org',
  },
  {
    what: 'a misspelled setting',
    change: set({ OPERATOR_EMAIL: 'me@example.com' }),
    name: 'settings',
    state: 'warning',
    fix: 'Correct or remove OPERATOR_EMAIL',
  },
  {
    what: 'no operator',
    change: set({ OPERATOR_EMAILS: '' }),
    name: 'operators',
    state: 'warning',
    fix: 'Set OPERATOR_EMAILS',
  },
  {
    what: 'a shop without a seller',
    change: set({}),
    name: 'seller',
    state: 'warning',
    fix: '/operator/shop',
  },
  {
    what: 'a folder of texts that does not exist',
    change: set({ LEGAL_DIR: '/no/such/folder' }),
    name: 'settings',
    fix: 'Set LEGAL_DIR',
  },
  {
    what: 'a file of the look with a wrong color',
    change: () => {
      const path = join(folder, 'look.json')
      writeFileSync(path, JSON.stringify({ version: 1, accent: 'red' }))
      return { BRANDING_FILE: path }
    },
    name: 'look',
    fix: 'look.json, or BRANDING_FILE',
  },
  {
    what: 'a proxy that is not trusted',
    change: () => ({ ...behindTls('localhost', inForce), TRUSTED_PROXIES: '' }),
    environment: trusted,
    name: 'proxy',
    state: 'warning',
    fix: 'Set TRUSTED_PROXIES',
  },
  {
    what: 'a missing secret',
    change: set({ AUTH_SECRET: '' }),
    name: 'settings',
    fix: 'Set AUTH_SECRET',
  },
  {
    what: 'half of the S3 settings',
    change: () => ({ ...s3Settings(), S3_SECRET_ACCESS_KEY: '' }),
    name: 'settings',
    fix: 'Set S3_SECRET_ACCESS_KEY',
  },
  {
    what: 'an unencrypted public address',
    change: set({ BASE_URL: 'http://farm.example.com' }),
    name: 'settings',
    fix: 'Set BASE_URL',
  },
  {
    what: 'no database server',
    change: async () => ({ DATABASE_URL: `postgres://u:p@${await nobody()}/farm` }),
    name: 'database',
    fix: 'systemctl start postgresql',
  },
  {
    what: 'a wrong password of the database',
    change: () => ({
      DATABASE_URL: otherUrl(sound.roles.runUrl, (url) => {
        url.password = 'wrong'
      }),
    }),
    name: 'database',
    fix: 'Correct the password in DATABASE_URL',
  },
  {
    what: 'a server of the database that is too old',
    change: () => serverThatSays('current_setting(text) returns text', "select '140010'"),
    name: 'database',
    fix: 'Install PostgreSQL 15',
  },
  {
    what: 'a standby of the database',
    change: () => serverThatSays('pg_is_in_recovery() returns boolean', 'select true'),
    name: 'database',
    fix: 'select pg_promote()',
  },
  {
    what: 'a superuser as the role of the service',
    change: () => ({ DATABASE_URL: sound.database.url }),
    name: 'roles',
    state: 'warning',
    fix: 'deploy/database/roles.sql',
  },
  {
    what: 'a database that was used with another secret',
    change: set({ AUTH_SECRET: 'c'.repeat(32) }),
    name: 'secret',
    fix: 'AUTH_SECRET_PREVIOUS',
  },
  {
    what: 'a role of the database that does not exist',
    change: () => ({
      DATABASE_URL: otherUrl(sound.roles.runUrl, (url) => {
        url.username = 'no_such_role'
      }),
    }),
    name: 'database',
    fix: 'DATABASE_URL',
  },
  {
    what: 'a database that does not exist',
    change: () => ({
      DATABASE_URL: otherUrl(sound.roles.runUrl, (url) => {
        url.pathname = '/no_such_database'
      }),
    }),
    name: 'database',
    fix: 'createdb',
  },
  {
    what: 'a terms file with a wrong price',
    change: () => ({ TERMS_FILE: termsFile({ version: 1, minimumCentsPerPart: 1 }) }),
    name: 'terms',
    fix: 'Correct ',
  },
  {
    what: 'a terms file that was changed without a higher version',
    change: async () => {
      await query(
        `insert into farm_terms (valid_from, stored_at, terms, source, file_version, changes)
         values (now(), now() - interval '1 minute', '{"minimumCentsPerPart": 150}', 'file', 7, '[]')`,
      )
      return { TERMS_FILE: termsFile({ version: 7, minimumCentsPerPart: 160 }) }
    },
    name: 'terms',
    fix: 'Correct ',
  },
  {
    what: 'a missing migration',
    change: () => query("delete from kysely_migration where name like '0095-%'"),
    name: 'migrations',
    fix: 'bun server/wiring/migrate.ts',
    undo: () =>
      query("insert into kysely_migration values ('0095-order-references.additive', now()::text)"),
  },
  {
    what: 'a database of a newer release',
    change: () =>
      query("insert into kysely_migration values ('9999-renamed-columns', now()::text)"),
    name: 'migrations',
    fix: 'restore the backup',
    undo: () => query("delete from kysely_migration where name like '9999-%'"),
  },
  {
    what: 'a role without rights',
    change: async () => {
      const role = new URL(sound.roles.runUrl).username
      return query(`revoke insert on orders from ${role}`)
    },
    name: 'roles',
    fix: 'deploy/database/roles.sql',
    undo: () => query(`grant insert on orders to ${new URL(sound.roles.runUrl).username}`),
  },
  {
    what: 'a wrong role for migrations',
    change: () => ({
      MIGRATION_DATABASE_URL: otherUrl(sound.roles.migrateUrl, (url) => {
        url.username = 'no_such_role'
      }),
    }),
    name: 'roles',
    fix: 'MIGRATION_DATABASE_URL',
  },
  {
    what: 'a clock that is wrong',
    change: () =>
      serverThatSays(
        'clock_timestamp() returns timestamptz',
        "select pg_catalog.clock_timestamp() + interval '2 minutes'",
      ),
    name: 'clock',
    fix: 'timedatectl set-ntp true',
  },
  {
    what: 'a folder for models that cannot be made',
    change: () => {
      writeFileSync(join(folder, 'file'), '')
      return { STORAGE_DIR: join(folder, 'file', 'models') }
    },
    name: 'storage',
    fix: 'STORAGE_DIR',
  },
  {
    what: 'an S3 bucket that does not exist',
    change: () => ({ ...s3Settings(), S3_BUCKET: 'no-such-bucket' }),
    name: 'storage',
    fix: 's3:PutObject',
  },
  {
    what: 'an S3 key that may write but not read',
    change: () => {
      sound.s3.refuse = ({ method, key }) => method === 'GET' && key.startsWith('doctor/')
      return s3Settings()
    },
    name: 'storage',
    fix: 's3:GetObject',
    undo: () => {
      sound.s3.refuse = () => false
    },
  },
  {
    what: 'an S3 key that may not delete',
    change: () => {
      sound.s3.refuse = ({ method, key }) => method === 'DELETE' && key.startsWith('doctor/')
      return s3Settings()
    },
    name: 'storage',
    fix: 's3:DeleteObject',
    undo: () => {
      sound.s3.refuse = () => false
    },
  },
  {
    what: 'no S3 server',
    change: async () => ({ ...s3Settings(), S3_ENDPOINT: `http://${await nobody()}` }),
    name: 'storage',
    fix: 'S3_ENDPOINT',
  },
  {
    what: 'no mail server',
    change: async () => ({ SMTP_URL: `smtp://${await nobody()}` }),
    name: 'mail',
    fix: 'Correct host and port in SMTP_URL',
  },
  {
    what: 'a wrong password of the mail server',
    change: async () => ({ SMTP_URL: `smtp://orders:wrong@${await closedMailServer()}` }),
    name: 'mail',
    fix: 'Correct user and password in SMTP_URL',
  },
  {
    what: 'encryption at a port of the mail server that has none',
    change: () => ({ SMTP_URL: sound.variables.SMTP_URL.replace('smtp:', 'smtps:') }),
    name: 'mail',
    fix: 'Use smtps:// with port 465, or smtp:// with port 587',
  },
  {
    what: 'a mail that is refused',
    change: set({}),
    mailTo: 'refused@example.com',
    name: 'mail',
    fix: 'MAIL_FROM',
  },
  {
    what: 'a wrong key of the processor',
    change: set({ STRIPE_SECRET_KEY: 'sk_test_other' }),
    name: 'key',
    fix: 'Set STRIPE_SECRET_KEY',
  },
  {
    what: 'a test key of the processor at a public address',
    change: () => behindTls('localhost', inForce),
    environment: trusted,
    name: 'key',
    fix: 'sk_live_',
  },
  {
    what: 'a live key of the processor without a public address',
    change: () => ({ ...stripeThatLists({}), STRIPE_SECRET_KEY: 'sk_live_doctor' }),
    name: 'key',
    fix: 'sk_test_',
  },
  {
    what: 'payments that go to a stand-in',
    change: set({}),
    name: 'key',
    state: 'warning',
    fix: 'Remove STRIPE_API_BASE',
  },
  {
    what: 'a key that the carriers refuse',
    change: closedCarriers,
    name: 'carriers',
    fix: 'Set EASYPOST_API_KEY',
  },
  {
    what: 'a processor that cannot be reached',
    change: async () => ({ STRIPE_API_BASE: `http://${await nobody()}` }),
    name: 'key',
    fix: 'api.stripe.com',
  },
  {
    what: 'no webhook endpoint',
    change: () => stripeThatLists({ url: 'https://other.example.com/hook' }),
    name: 'webhook',
    fix: 'API version 2026-10-28.endive',
  },
  {
    what: 'a webhook endpoint of an older API version',
    change: async () => {
      await sound.stripe.control.webhooks({ apiVersion: '2024-06-20' })
      return {}
    },
    name: 'webhook',
    fix: 'API version 2026-10-28.endive',
    undo: () => sound.stripe.control.webhooks({ apiVersion: '2026-10-28.endive' }),
  },
  {
    what: 'a webhook endpoint without refunds',
    change: () => stripeThatLists({ enabled_events: ['payment_intent.succeeded'] }),
    name: 'webhook',
    fix: 'Add these events',
  },
  {
    what: 'a disabled webhook endpoint',
    change: () => stripeThatLists({ status: 'disabled' }),
    name: 'webhook',
    fix: 'Enable it',
  },
  {
    what: 'a signing secret that is not the one of the service',
    change: set({ STRIPE_WEBHOOK_SECRET: 'whsec_other' }),
    name: 'event',
    fix: 'Set STRIPE_WEBHOOK_SECRET',
  },
  {
    what: 'a proxy that redirects the webhook',
    change: () => ({ BASE_URL: inPlace(() => Response.redirect('https://farm.example.com')) }),
    name: 'event',
    fix: 'without a redirect',
  },
  {
    what: 'an address that leads to another program',
    change: () => ({ BASE_URL: inPlace(() => new Response('Welcome to nginx!')) }),
    name: 'service',
    fix: 'Correct BASE_URL',
  },
  {
    what: 'a service that does not run',
    change: async () => ({ BASE_URL: `http://${await nobody()}` }),
    name: 'service',
    fix: 'systemctl status svc',
  },
  {
    what: 'a certificate that nobody signed',
    change: () => behindTls('localhost', inForce),
    name: 'tls',
    fix: 'systemctl restart caddy',
  },
  {
    what: 'a certificate that has expired',
    change: () => behindTls('localhost', { from: -90, until: -1 }),
    environment: trusted,
    name: 'tls',
    fix: 'systemctl restart caddy',
  },
  {
    what: 'a certificate that is about to expire',
    change: () => behindTls('localhost', { from: -80, until: 10 }),
    environment: trusted,
    name: 'tls',
    fix: 'systemctl restart caddy',
  },
  {
    what: 'a certificate of another name',
    change: () => behindTls('other.example.com', inForce),
    environment: trusted,
    name: 'tls',
    fix: 'Point the DNS of localhost',
  },
  {
    what: 'a slicer that is not there',
    change: set({ SLICER_PATH: '/no/such/slicer' }),
    name: 'slicer',
    fix: 'SLICER_PATH',
  },
  {
    what: 'a program that is no slicer',
    change: set({ SLICER_PATH: '/bin/true' }),
    name: 'slicer',
    fix: 'apt-get install prusa-slicer',
  },
  {
    what: 'a slicer that is too old',
    change: () => ({ SLICER_PATH: program('PrusaSlicer-2.3.3+x64 based on Slic3r') }),
    name: 'slicer',
    fix: 'Set SLICER_PATH to a newer PrusaSlicer',
  },
  {
    what: 'a sandbox that cannot start',
    change: set({ SLICER_CAGE: 'required' }),
    environment: { PATH: folder },
    name: 'cage',
    fix: 'apt-get install perl',
  },
  {
    what: 'slicing without a sandbox',
    change: set({ SLICER_CAGE: 'off' }),
    name: 'cage',
    state: 'warning',
    fix: 'SLICER_CAGE=required',
  },
  {
    what: 'a full disk',
    // Its file system has no free block.
    change: set({ BACKUP_DIR: '/proc/backups' }),
    name: 'disk',
    fix: 'df -h /proc',
  },
  {
    what: 'slicing processes that do not run',
    change: async () => ({ SLICER_URL: `http://${await nobody()}` }),
    name: 'slicer',
    fix: 'SLICER_URL',
  },
  {
    what: 'a backup that was not made last night',
    change: () => ({ BACKUP_DIR: backups('old', ago(30), ago(200)) }),
    name: 'backup',
    fix: 'svc-backup.timer',
  },
  {
    what: 'backups that were never restored',
    change: () => ({ BACKUP_DIR: backups('never', ago(3), null) }),
    name: 'restore',
    fix: 'svc-restore-check',
  },
  {
    what: 'no backup at all',
    change: set({ BACKUP_DIR: '' }),
    name: 'backup',
    fix: 'Set BACKUP_DIR',
  },
]

describe('broken setups', () => {
  for (const setup of setups) {
    const { what, change, name, fix, state = 'failed', undo } = setup
    test(`${what} is found`, async () => {
      const variables = { ...sound.variables, ...(await change()) }
      try {
        const { findings, exitCode, text } = await doctor(variables, setup)
        const found = findings.filter((finding) => finding.state === state)
        expect(found.map((finding) => finding.name)).toContain(name)
        const fixes = found.flatMap((finding) => (finding.name === name ? [finding.fix] : []))
        expect(fixes.join('\n')).toContain(fix)
        if (state === 'failed') expect(exitCode).toBe(1)
        expect(text).not.toContain(secretKey)
        expect(text).not.toContain(webhookSecret)
      } finally {
        await undo?.()
      }
    })
  }

  test('a settings file that is not there is refused, and the text names the cure of each line', () => {
    const run = (args: readonly string[]) =>
      Bun.spawnSync([process.execPath, command, ...args], { cwd: root, env: {} })
    const missing = run(['--env', join(folder, 'no-such.env')])
    expect([missing.exitCode, missing.stderr.toString()]).toEqual([
      2,
      expect.stringMatching(/no-such\.env[\s\S]*Usage: npm run doctor/),
    ])
    const file = join(folder, 'empty.env')
    writeFileSync(file, 'NODE_ENV=production\n')
    const { exitCode, stdout } = run(['--env', file])
    expect(exitCode).toBe(1)
    expect(stdout.toString()).toMatch(/FAIL settings {2}.*DATABASE_URL.*\n +-> Set DATABASE_URL\./)
    expect(stdout.toString()).toMatch(/\n[1-9]\d* problems? to fix\.\n$/)
  })

  test('a silent worker is found', async () => {
    const role = await sound.database.pool.query(
      'select role from metric_processes order by seen_at desc limit 1',
    )
    expect(role.rows[0]?.role).toBe('all')
    await sound.server.kill9()
    await query("update metric_processes set seen_at = now() - interval '1 hour'")
    const { findings } = await doctor(sound.variables)
    const worker = findings.find(({ name }) => name === 'worker')
    expect(worker?.state).toBe('failed')
    expect(worker?.fix).toContain('systemctl start svc-worker')
    await query('delete from metric_processes')
    const never = await doctor(sound.variables)
    expect(never.findings.find(({ name }) => name === 'worker')?.message).toBe(
      'No worker has ever run.',
    )
  })

  test('an empty database is found', async () => {
    const client = new pg.Client({ connectionString: sound.database.url })
    await client.connect()
    const name = `empty_${crypto.randomUUID().replaceAll('-', '')}`
    await client.query(`create database ${name} template template0`)
    const url = otherUrl(sound.database.url, (address) => {
      address.pathname = `/${name}`
    })
    const variables = { ...sound.variables, DATABASE_URL: url, MIGRATION_DATABASE_URL: '' }
    const { findings } = await doctor(variables)
    await client.query(`drop database ${name} with (force)`)
    await client.end()
    const migrations = findings.find((finding) => finding.name === 'migrations')
    expect([migrations?.state, migrations?.message]).toEqual(['failed', 'The database is empty.'])
  })
})
