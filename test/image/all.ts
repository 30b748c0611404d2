// `npm run test:image`: the container image without a container engine. The test creates the image's /app folder as
// deploy/Dockerfile describes, and runs its command there with a production configuration: as the image's user, on a
// read-only folder, with secrets in files, as a database role that cannot change the schema. Not part of `npm test`,
// because it installs the production packages.
import { afterAll, expect, setDefaultTimeout, test } from 'bun:test'
import { randomBytes } from 'node:crypto'
import { chownSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SMTPServer } from 'smtp-server'
import { readNpmPackages } from '../../deploy/supply-chain/locked-packages.ts'
import { startStripeStandIn } from '../../server/local/stripe/stand-in.ts'
import { testDatabase } from '../../testing/database/database.ts'
import { separateRoles } from '../../testing/database/database-roles.ts'
import { orderForm } from '../../testing/people/submit.ts'
import { startFakeGcs } from '../../testing/service/fake-gcs.ts'
import { freePort, waitUntil } from '../../testing/service/real-server.ts'
import { createTestAccount, stripeCaller } from '../../testing/service/test-accounts.ts'
import { use } from '../../testing/use.ts'
import { buildApp, contextFiles, imageSettings } from './dockerfile.ts'

setDefaultTimeout(300_000)

const folder = mkdtempSync(join(tmpdir(), 'svc-image-'))
const state = join(folder, 'state')
const secrets = join(folder, 'secrets')
const { app, bun } = buildApp(folder)
const { env: imageEnv, uid, command } = imageSettings()
const isRoot = process.getuid?.() === 0
for (const path of [state, secrets]) {
  mkdirSync(path, { mode: 0o700 })
  if (isRoot) chownSync(path, uid, uid)
}
afterAll(() => {
  Bun.spawnSync(['chmod', '-R', 'u+w', folder])
  rmSync(folder, { recursive: true, force: true })
})

const secretKey = 'sk_test_image'
const webhookSecret = 'whsec_image'
const recipients: string[] = []

/** Google's library omits /storage/v1 from the addresses of an emulator, except for uploads. */
const emulatorOf = (gcsUrl: string) =>
  Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: (request) => {
      const { pathname, search } = new URL(request.url)
      const path = pathname.startsWith('/upload') ? pathname : `/storage/v1${pathname}`
      return fetch(new Request(`${gcsUrl}${path}${search}`, request))
    },
  })

/** Environment of the container. */
const around = use(
  async () => {
    const database = await testDatabase({ poolSize: 2 })
    const roles = await separateRoles(database)
    const port = await freePort()
    const stripe = await startStripeStandIn({
      secretKey,
      webhookSecret,
      webhookUrl: `http://127.0.0.1:${port}/api/billing/webhook`,
    })
    const gcs = startFakeGcs('farm-models')
    const emulator = emulatorOf(gcs.url)
    const smtpPort = await freePort()
    const smtp = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onRcptTo: ({ address }, _, done) => {
        recipients.push(address)
        done()
      },
      onData: (stream, _, done) => {
        stream.resume()
        stream.on('end', () => done())
      },
    })
    await new Promise<void>((resolve) => void smtp.listen(smtpPort, '127.0.0.1', resolve))
    return { database, roles, port, stripe, gcs, emulator, smtp, smtpPort }
  },
  async ({ database, roles, stripe, gcs, emulator, smtp }) => {
    await new Promise<void>((resolve) => smtp.close(() => resolve()))
    await emulator.stop(true)
    await gcs.stop()
    await stripe.close()
    await database.close()
    await roles.drop()
  },
)

/** Runs a program as the image's user when this process may switch to it. */
const inImage = (program: readonly string[]): string[] =>
  isRoot
    ? [
        'setpriv',
        `--reuid=${uid}`,
        `--regid=${uid}`,
        '--clear-groups',
        '--no-new-privs',
        ...program,
      ]
    : [...program]

function secretFile(name: string, value: string): Record<string, string> {
  const path = join(secrets, name.toLowerCase())
  writeFileSync(path, `${value}\n`, { mode: 0o400 })
  if (isRoot) chownSync(path, uid, uid)
  return { [`${name}_FILE`]: path }
}

let output = ''
const server = use(
  async () => {
    const { roles, port, stripe, gcs, emulator, smtpPort } = around
    const [program, ...args] = command
    expect(program).toBe('bun')
    const child = Bun.spawn(inImage([bun, ...args]), {
      cwd: app,
      env: {
        PATH: process.env['PATH'] ?? '',
        HOME: state,
        ...imageEnv,
        HOST: '127.0.0.1',
        PORT: String(port),
        STATE_DIR: state,
        BASE_URL: `http://127.0.0.1:${port}`,
        WEB_CONCURRENCY: '2',
        ...secretFile('DATABASE_URL', roles.runUrl),
        ...secretFile('MIGRATION_DATABASE_URL', roles.migrateUrl),
        ...secretFile('STRIPE_SECRET_KEY', secretKey),
        ...secretFile('STRIPE_WEBHOOK_SECRET', webhookSecret),
        ...secretFile('AUTH_SECRET', randomBytes(32).toString('hex')),
        ...secretFile('INTERNAL_KEY', randomBytes(16).toString('hex')),
        ...secretFile('SMTP_URL', `smtp://127.0.0.1:${smtpPort}`),
        STRIPE_API_BASE: stripe.baseUrl,
        GCS_BUCKET: gcs.bucket,
        STORAGE_EMULATOR_HOST: emulator.url.origin,
        GOOGLE_CLOUD_PROJECT: 'none',
        MAIL_FROM: 'Farm <orders@example.com>',
        GEOMETRY_WORKERS: '1',
      },
      stdin: 'ignore',
      stdout: 'pipe',
      stderr: 'pipe',
    })
    const collect = async (stream: ReadableStream<Uint8Array>) => {
      const decoder = new TextDecoder()
      for await (const bytes of stream) output += decoder.decode(bytes, { stream: true })
    }
    void collect(child.stdout)
    void collect(child.stderr)
    return { child, baseUrl: `http://127.0.0.1:${port}` }
  },
  async ({ child }) => {
    child.kill('SIGTERM')
    await child.exited
  },
)

const listening = () => output.split('"event":"process.listening"').length - 1

test('the process starts with its second web process, and every part is ready', async () => {
  await waitUntil('both processes listen', () => {
    if (server.child.exitCode !== null) throw new Error(output.slice(-4_000))
    return listening() === 2
  })
  const ready = await fetch(`${server.baseUrl}/readyz`)
  expect([ready.status, await ready.json()]).toEqual([
    200,
    expect.objectContaining({
      // The process that does the background work names its worker as well.
      checks: expect.objectContaining({
        database: 'ok',
        storage: 'ok',
        geometry: 'ok',
        slicer: expect.any(String),
      }),
    }),
  ])
})

test('an order is placed, charged, stored in the bucket and confirmed by mail', async () => {
  const { database, stripe, gcs } = around
  const ids = {
    uuid: () => crypto.randomUUID(),
    secretHex: (bytes: number) => randomBytes(bytes).toString('hex'),
  }
  const account = await createTestAccount({
    database,
    ids,
    stripe: stripeCaller(stripe.baseUrl, secretKey),
  })
  const response = await fetch(`${server.baseUrl}/api/print/orders`, {
    method: 'POST',
    headers: account.headers,
    body: orderForm(),
  })
  const order = await response.json()
  expect([response.status, order]).toEqual([201, expect.objectContaining({ paid: true })])
  expect([...gcs.objects.keys()].some((key) => key.endsWith('.stl'))).toBe(true)
  await waitUntil('the mail arrives', () => recipients.includes(account.email))
  const page = await fetch(`${server.baseUrl}/orders/${order.code}`)
  expect(page.status).toBe(200)
  expect(page.headers.get('strict-transport-security')).toBe('max-age=31536000')
})

test('the scripts of the pages are in the image', async () => {
  for (const path of ['/docs/first-order', '/docs/changelog.md']) {
    expect([path, (await fetch(`${server.baseUrl}${path}`)).status]).toEqual([path, 200])
  }
  const html = await (await fetch(`${server.baseUrl}/quote`)).text()
  const script = /src="(\/assets\/web\/[^"]+\.js)"/.exec(html)?.[1] ?? 'none'
  const response = await fetch(`${server.baseUrl}${script}`)
  expect([script, response.status]).toEqual([script, 200])
  expect(output).not.toContain('pages.bundle_failed')
})

test('the clients are packed in the image, and their sources are not in it', async () => {
  expect(readdirSync(app)).not.toContain('client')
  expect(readdirSync(join(app, 'client-packages'))).toHaveLength(3)
  for (const name of readdirSync(join(app, 'client-packages'))) {
    expect([name, (await fetch(`${server.baseUrl}/clients/${name}`)).status]).toEqual([name, 200])
  }
  expect(output).not.toContain('clients.not_packed')
})

test('pictures can be decoded', () => {
  const program =
    "import sharp from 'sharp'; const create = { width: 2, height: 2, channels: 3, background: 'red' };" +
    'console.log((await sharp(await sharp({ create }).png().toBuffer()).metadata()).format)'
  const { stdout, stderr } = Bun.spawnSync(inImage([bun, '-e', program]), { cwd: app })
  expect(`${stdout}${stderr}`.trim()).toBe('png')
})

test('no process has a secret in its environment', () => {
  const { stdout } = Bun.spawnSync([
    'sh',
    '-c',
    `cat /proc/[0-9]*/environ 2>/dev/null | tr '\\0' '\\n' | grep -c "${webhookSecret}\\|${secretKey}"`,
  ])
  expect(stdout.toString().trim()).toBe('0')
})

test('the image contains the packages of the bill of materials, and nothing from tests or local mode', () => {
  const listed = new Set(readNpmPackages().map(({ name }) => name))
  const installed = readdirSync(join(app, 'node_modules'))
    .filter((name) => !name.startsWith('.'))
    .flatMap((name) =>
      name.startsWith('@')
        ? readdirSync(join(app, 'node_modules', name)).map((each) => `${name}/${each}`)
        : [name],
    )
  expect(installed.filter((name) => !listed.has(name))).toEqual([])
  expect(installed).toContain('@img/sharp-linux-x64')
  const files = contextFiles()
  expect(files).toContain('server/main.ts')
  const others = files.filter((path) => /^(?:test|docs|deploy|bench)\//.test(path))
  // The guides are pages of the service.
  expect(others.filter((path) => !path.startsWith('docs/guides/'))).toEqual([])
  expect(others).toContain('docs/guides/first-order.md')
})

test('the container shuts down cleanly', async () => {
  server.child.kill('SIGTERM')
  expect(await server.child.exited).toBe(0)
  const errors = output.split('\n').filter((line) => line.includes('"level":"error"'))
  expect(errors).toEqual([])
})
