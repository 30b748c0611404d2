// `npm run doctor` on a working setup, and on 30 broken ones: it reports each problem under its name, with the
// command or setting that fixes it.
import { afterAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { SMTPServer } from 'smtp-server'
import { parseConfig } from '../../server/config/config.ts'
import { startStripeStandIn } from '../../server/local/stripe/stand-in.ts'
import { examine, textOf } from '../../server/wiring/doctor/doctor.ts'
import { readTermsInForce } from '../../server/wiring/doctor/terms.ts'
import { testDatabase } from '../../testing/database/database.ts'
import { separateRoles } from '../../testing/database/database-roles.ts'
import { startFakeS3 } from '../../testing/service/fake-s3.ts'
import { freePort, openRealServer } from '../../testing/service/real-server.ts'
import { use } from '../../testing/use.ts'

setDefaultTimeout(120_000)

const folder = mkdtempSync(join(tmpdir(), 'svc-doctor-test-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

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

const s3Settings = (key = 'farm') => ({
  STORAGE_DIR: '',
  S3_BUCKET: sound.s3.bucket,
  S3_ENDPOINT: sound.s3.url,
  S3_ACCESS_KEY_ID: key,
  S3_SECRET_ACCESS_KEY: 'secret',
})

test('a sound setup has no broken line, and one line for each check', async () => {
  const findings = await examine({ variables: sound.variables, mailTo: 'me@example.com' })
  expect(findings.filter(({ state }) => state === 'failed')).toEqual([])
  expect(received).toContain('me@example.com')
  const names = new Set(findings.map(({ name }) => name))
  for (const name of [
    'settings',
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
  const ofS3 = await examine({ variables: { ...sound.variables, ...s3Settings() }, mailTo: null })
  expect(ofS3.find(({ name }) => name === 'storage')?.message).toContain('S3 bucket farm-models')
  expect([...sound.s3.objects.keys()]).toEqual([])
})

test('the terms in force are shown, and a file that is not stored yet or outdated is a note', async () => {
  const linesFor = async (version: number) => {
    const TERMS_FILE = termsFile({ version, minimumCentsPerPart: 150 })
    const findings = await examine({
      variables: { ...sound.variables, TERMS_FILE },
      mailTo: null,
    })
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
  readonly mailTo?: string
  readonly now?: () => Date
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
const inPlace = (fetch: (request: Request) => Response | Promise<Response>) => {
  const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch })
  standing.push(server)
  return server.url.origin
}
afterAll(() => Promise.all(standing.map((server) => server.stop(true))))

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

const set = (change: Readonly<Record<string, string>>) => () => change

const setups: readonly Broken[] = [
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
    change: set({}),
    now: () => new Date(Date.now() + 120_000),
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
    change: () => ({ BASE_URL: selfSigned() }),
    name: 'tls',
    fix: 'systemctl restart caddy',
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
  for (const { what, change, name, fix, mailTo = null, now, undo } of setups) {
    test(`${what} is found`, async () => {
      const variables = { ...sound.variables, ...(await change()) }
      try {
        const findings = await examine({ variables, mailTo, ...(now && { now }) })
        const failed = findings.filter(({ state }) => state === 'failed')
        expect(failed.map((finding) => finding.name)).toContain(name)
        expect(failed.find((finding) => finding.name === name)?.fix).toContain(fix)
        const text = textOf(findings, false)
        expect(text).toMatch(/\n[1-9]\d* problems? to fix\.$/)
        expect(text).not.toContain(secretKey)
      } finally {
        await undo?.()
      }
    })
  }

  test('a silent worker is found', async () => {
    const role = await sound.database.pool.query(
      'select role from metric_processes order by seen_at desc limit 1',
    )
    expect(role.rows[0]?.role).toBe('all')
    await sound.server.kill9()
    await query("update metric_processes set seen_at = now() - interval '1 hour'")
    const findings = await examine({ variables: sound.variables, mailTo: null })
    const worker = findings.find(({ name }) => name === 'worker')
    expect(worker?.state).toBe('failed')
    expect(worker?.fix).toContain('systemctl start svc-worker')
    await query('delete from metric_processes')
    const never = await examine({ variables: sound.variables, mailTo: null })
    expect(never.find(({ name }) => name === 'worker')?.message).toBe('No worker has ever run.')
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
    const findings = await examine({ variables, mailTo: null })
    await client.query(`drop database ${name} with (force)`)
    await client.end()
    const migrations = findings.find((finding) => finding.name === 'migrations')
    expect([migrations?.state, migrations?.message]).toEqual(['failed', 'The database is empty.'])
  })
})

/** Returns the address of a server with a self-signed certificate. */
function selfSigned(): string {
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const { exitCode } = Bun.spawnSync(
    [
      ...['openssl', 'req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1'],
      ...['-nodes', '-days', '30', '-subj', '/CN=localhost', '-keyout', key, '-out', cert],
    ],
    { stdout: 'ignore', stderr: 'ignore' },
  )
  if (exitCode !== 0) throw new Error('openssl made no certificate.')
  const tls = { key: Bun.file(key), cert: Bun.file(cert) }
  const server = Bun.serve({ port: 0, hostname: 'localhost', tls, fetch: () => new Response() })
  standing.push(server)
  return `https://localhost:${server.port}`
}
