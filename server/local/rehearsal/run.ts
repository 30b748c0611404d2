// `npm run rehearse`: runs the service in production mode on this machine, with stand-ins for PostgreSQL, the card processor and the mail
// server; models are in a folder. Use it to rehearse going live, and to try `npm run doctor`.
//   PORT=3000 REHEARSAL_DIR=.svc-rehearsal npm run rehearse
import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { localSecret, openStandIn } from '../local-services.ts'
import { admitServerAccount } from '../postgres/home.ts'
import { startLocalPostgres } from '../postgres/postgres.ts'
import { startMailSink } from './mail-sink.ts'

const root = join(import.meta.dir, '../../..')
const port = Number(process.env['PORT'] ?? 3000)
const folder = resolve(process.env['REHEARSAL_DIR'] ?? '.svc-rehearsal')
const baseUrl = `http://localhost:${port}`
const operator = 'operator@example.com'

const isNew = mkdirSync(folder, { recursive: true, mode: 0o700 }) !== undefined
if (isNew) admitServerAccount(folder)
const postgres = await startLocalPostgres({ folder: join(folder, 'postgres') })
const mail = await startMailSink(join(folder, 'mail'))
const processor = await openStandIn(folder, baseUrl)

const settings = {
  NODE_ENV: 'production',
  HOST: '127.0.0.1',
  PORT: String(port),
  BASE_URL: baseUrl,
  STATE_DIR: join(folder, 'state'),
  DATABASE_URL: postgres.url,
  STRIPE_SECRET_KEY: processor.stripe.secretKey,
  STRIPE_WEBHOOK_SECRET: processor.stripe.webhookSecret,
  STRIPE_API_BASE: processor.stripe.apiBase,
  STORAGE_DIR: join(folder, 'models'),
  SMTP_URL: mail.url,
  MAIL_FROM: 'Print farm <orders@example.com>',
  AUTH_SECRET: localSecret(folder, 'auth-secret'),
  INTERNAL_KEY: localSecret(folder, 'internal-key'),
  OPERATOR_EMAILS: operator,
  // The rehearsal slices without the sandbox if the kernel does not support it.
  SLICER_CAGE: 'optional',
  // A rehearsal has no moderation server, so it would otherwise reject every picture.
  MODERATE_PICTURES: 'off',
} as const
const settingsFile = join(folder, 'production.env')
const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}`)
writeFileSync(settingsFile, `${lines.join('\n')}\n`, { mode: 0o600 })

const service = Bun.spawn([process.execPath, join(root, 'server/main.ts')], {
  cwd: root,
  env: { ...machineVariables(), ...settings },
  stdin: 'ignore',
  stdout: 'inherit',
  stderr: 'inherit',
})
let isStopping = false
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    if (isStopping) return
    isStopping = true
    service.kill('SIGTERM')
  })
}
void announce()
const code = await service.exited
await processor.close()
await mail.close()
await postgres.stop()
process.exit(isStopping ? 0 : code)

/** Excludes the caller's settings: settings of the real service must not reach the rehearsal. */
function machineVariables(): Record<string, string> {
  const kept = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'LAUNCHER_PID', 'SLICER_PATH']
  return Object.fromEntries(
    kept.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])),
  )
}

async function announce(): Promise<void> {
  while (service.exitCode === null && !(await isReady())) await Bun.sleep(200)
  if (service.exitCode !== null) return
  console.log(`
Production mode with stand-ins: ${baseUrl}
  sign up as ${operator} for the desk; card 4242 4242 4242 4242 pays
  mails:     ${join(folder, 'mail')}
  settings:  ${settingsFile}
  check it:  npm run doctor -- --env ${settingsFile} --mail-to you@example.com
Ctrl-C ends it; removing ${folder} forgets it.
`)
}

function isReady(): Promise<boolean> {
  return fetch(`${baseUrl}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )
}
