// The demo account of local mode. It is created at the first start, kept, and printed with a command that orders a sample part.
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { issueApiKey, overlapHoursRange } from '../../domain/accounts/api-key.ts'
import { finishCardSetup, startCardSetup } from '../../domain/accounts/card.ts'
import type { AccountDeps } from '../../domain/accounts/ports.ts'
import { hashSecret } from '../../domain/accounts/secrets.ts'
import type { AccountCaller, AccountId } from '../../domain/base/caller.ts'
import { samplePart } from './sample-part.ts'

export type DemoOptions = {
  readonly config: {
    readonly stateDir: string
    readonly role?: 'all' | 'web' | 'worker'
    /** When null or absent, mails are written to files. */
    readonly smtpUrl?: string | null
  }
  readonly baseUrl: string
  /** The part of the service that the demo uses. */
  readonly service: {
    readonly app: { readonly handle: (request: Request) => Response | Promise<Response> }
    readonly createUser: (user: { email: string; password: string }) => Promise<{
      accountId: AccountId
    }>
    readonly deps: AccountDeps
  }
  /** Waits for the events caused by creating the account, so that the text for the developer is printed last. */
  readonly settled?: () => Promise<void>
  readonly print?: (text: string) => void
}

const demoSchema = v.object({
  email: v.string(),
  password: v.string(),
  apiKey: v.string(),
  baseUrl: v.string(),
})
/** Content of `$STATE_DIR/demo.json`. */
export type Demo = v.InferOutput<typeof demoSchema>

/** The demo account. It also operates the local farm if no operators are configured. */
export const demoEmail = 'demo@example.com'
/** Stripe's test card for successful payments. */
const demoCard = { number: '4242 4242 4242 4242', expiry: '12/49', cvc: '123' }

/** Prints the instructions at a start of local mode: how to order, or that this process is a worker and accepts no orders. */
export async function greet(options: DemoOptions): Promise<void> {
  if (options.config.role !== 'worker') {
    await prepareDemo(options)
    return
  }
  const { baseUrl, settled, print = console.log } = options
  await settled?.()
  print(workerText(baseUrl))
}

/** Creates or reads the demo account. Needs the stand-in for the card processor, whose hosted page it submits like a browser. */
export async function prepareDemo(options: DemoOptions): Promise<Demo> {
  const { config, baseUrl, service, settled, print = console.log } = options
  mkdirSync(config.stateDir, { recursive: true })
  const demoPath = join(config.stateDir, 'demo.json')
  const samplePath = join(config.stateDir, 'sample.stl')
  const kept = readDemo(demoPath)
  const works = kept !== null && (await keyWorks(service, kept.apiKey))
  const demo = { ...(works ? kept : await createDemo(service, baseUrl, kept)), baseUrl }
  if (!works || kept.baseUrl !== baseUrl) {
    replaceFile(demoPath, `${JSON.stringify(demo, null, 2)}\n`)
  }
  replaceFile(samplePath, samplePart())
  await settled?.()
  print(welcome(demo, { config, demoPath, samplePath }))
  return demo
}

function readDemo(path: string): Demo | null {
  try {
    const parsed = v.safeParse(demoSchema, JSON.parse(readFileSync(path, 'utf8')))
    return parsed.success ? parsed.output : null
  } catch {
    return null // The file is missing or damaged, so a new one is written.
  }
}

const keyWorks = async ({ deps }: DemoOptions['service'], apiKey: string) =>
  (await deps.accounts.findByApiKeyHash(await hashSecret(apiKey))) !== null

/** Creates the account. The database may be new while the file is old, or the reverse; both result in a working account. */
async function createDemo(
  service: DemoOptions['service'],
  baseUrl: string,
  kept: Demo | null,
): Promise<Omit<Demo, 'baseUrl'>> {
  const wanted = kept ?? { email: demoEmail, password: newPassword() }
  const caller = await openAccount(service, baseUrl, wanted)
  if (caller === null) {
    // The address already has an account whose password is lost.
    const email = demoEmail.replace('@', `-${randomBytes(3).toString('hex')}@`)
    return createDemo(service, baseUrl, { ...wanted, email, apiKey: '', baseUrl })
  }
  const account = await service.deps.accounts.read(caller.accountId)
  if (!account?.card) await saveTestCard(service, caller)
  // A developer who replaced the key on the account page can continue to use the new key.
  const issued = await issueApiKey(service.deps, caller, { overlapHours: overlapHoursRange.max })
  if (!issued.ok) throw new Error('The demo account has no card although it was saved.')
  return { email: caller.email, password: wanted.password, apiKey: issued.value.key }
}

/** Returns null when the account exists with another password. */
async function openAccount(
  service: DemoOptions['service'],
  baseUrl: string,
  { email, password }: { email: string; password: string },
): Promise<AccountCaller | null> {
  const { accountId } = await service.createUser({ email, password })
  const signedIn = await service.app.handle(
    new Request(`${baseUrl}/api/auth/sign-in/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: baseUrl },
      body: JSON.stringify({ email, password }),
    }),
  )
  return signedIn.ok ? { kind: 'account', accountId, email, credential: 'session' } : null
}

async function saveTestCard({ deps }: DemoOptions['service'], caller: AccountCaller) {
  const setup = await startCardSetup(deps, caller)
  if (!setup.ok) throw new Error('The stand-in for the card processor did not respond.')
  const page = await fetch(setup.value.url, {
    method: 'POST',
    body: new URLSearchParams(demoCard),
    redirect: 'manual',
  })
  const back = page.headers.get('location') ?? ''
  const sessionId = URL.canParse(back) ? new URL(back).searchParams.get('session_id') : null
  const saved = sessionId === null ? null : await finishCardSetup(deps, caller, sessionId)
  if (!saved?.ok || saved.value === null) {
    throw new Error(`The demo account's test card was not saved: the page answered ${page.status}.`)
  }
}

const newPassword = () => randomBytes(12).toString('base64url')

/** Atomic for readers; only the owner may read the file. */
function replaceFile(path: string, content: string | Uint8Array): void {
  const fresh = `${path}.${randomUUID()}`
  writeFileSync(fresh, content, { mode: 0o600 })
  renameSync(fresh, path)
}

const workerText = (baseUrl: string) => `
The worker is running: it sends mails and settles charges. It accepts no orders; its health check is ${baseUrl}/healthz.
`

type Places = Pick<DemoOptions, 'config'> & { demoPath: string; samplePath: string }

function welcome(demo: Demo, paths: Places): string {
  const { baseUrl, apiKey } = demo
  const fields = [
    ['file', `@"${paths.samplePath.replace(/["\\]/g, '\\$&')}"`],
    ['material', 'pla'],
    ['color', 'Black'],
    ['recipientName', 'Demo Customer'],
    ['street1', '1 Main Street'],
    ['city', 'Springfield'],
    ['state', 'IL'],
    ['zip', '62701'],
  ] as const
  const form = fields.map(([name, value]) => `-F ${quote(`${name}=${value}`)}`).join(' ')
  return `
The print farm runs at ${baseUrl}
Demo account: ${demo.email}, password ${demo.password} (both are in ${paths.demoPath})
${mailText(paths.config)}
Operator's desk: ${baseUrl}/operator, signed in as the demo account
Documentation for integrations: ${baseUrl}/docs
Order a sample part with the demo account; its test card is charged, nothing leaves this machine:

curl -sS ${baseUrl}/api/print/orders -H ${quote(`x-api-key: ${apiKey}`)} -H 'Idempotency-Key: sample-${randomUUID().slice(0, 8)}' ${form}
`
}

function mailText({ role, smtpUrl = null, stateDir }: DemoOptions['config']): string {
  const where =
    smtpUrl === null
      ? `Emails (codes, confirmations) are files: ls -t ${quote(join(stateDir, 'mail'))}/* | head -1`
      : 'Emails (codes, confirmations) go to the mail server that is configured.'
  return role === 'web'
    ? `${where}\nThis is a web process alone: confirmations wait for one with ROLE=worker.`
    : where
}

/** Quotes a text for a POSIX shell. */
function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
