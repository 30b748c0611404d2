// Parses the environment once into the configuration of the process.
import { resolve } from 'node:path'
import * as v from 'valibot'
import { fail, ok, type Result } from '../domain/base/result.ts'
import { parseTaxRate, type TaxRates } from '../domain/billing/tax.ts'
import type { LabelDefault } from '../domain/carriers/label.ts'
import { type CostRates, filamentCosts } from '../domain/desk/cost-rates.ts'
import {
  type DailyCeiling,
  defaultCallCents,
  type Spender,
} from '../domain/generation/engine/budget.ts'
import { everyHost } from '../domain/models/public-model-hosts.ts'
import { type Environment, environment } from './environment.ts'
import { noPacks, parseSender, type Sender } from './fields.ts'
import { type MachineConfig, machineConfig } from './machine.ts'
import { isLoopback, onlyLoopback, productionProblems } from './production.ts'
import { readSecretFiles } from './secret-files.ts'
import { type S3Config, s3Config, storageProblems } from './storage.ts'

/** Role of a process of the service. A slicing process has a separate configuration (slicing.ts). */
export type Role = 'all' | 'web' | 'worker'

/** Null means not configured: a local stand-in is used instead, or the feature is off. */
export type Config = MachineConfig & {
  /** Without a trailing slash. Null means derived from the port once it is known. */
  readonly baseUrl: string | null
  readonly role: Role
  readonly webConcurrency: number
  readonly databaseUrl: string | null
  /** The same database, with a role that may change the schema. Null means that of `databaseUrl`. */
  readonly migrationDatabaseUrl: string | null
  /** Limit for all processes of WEB_CONCURRENCY together. Null means a share of the database's connections. */
  readonly databaseConnections: number | null
  readonly stripe: {
    readonly secretKey: string
    readonly webhookSecret: string
    readonly apiBase: string | null
  } | null
  /** Marker in the metadata of every payment. Null means derived from the public address. */
  readonly paymentMarker: string | null
  /** Calls per second other than charges and refunds, for all processes together. */
  readonly stripeCallsPerSecond: number
  /** Maximum cost of engines per day. */
  /** Balance in Tripo's credits below which operators are warned. */
  readonly tripoLowCredits: number
  readonly engineSpend: {
    readonly ceiling: DailyCeiling
    readonly callCents: Readonly<Record<Spender, number>>
  }
  /** Packs of credits for sale. */
  readonly creditPacks: readonly { readonly credits: number; readonly cents: number }[]
  /** The tax included in prices, by country. */
  readonly taxRates: TaxRates
  /** Folder with texts of the pages on terms, privacy, refunds and contact. Null means the default texts. */
  readonly legalDir: string | null
  /** Absolute path of a file with the farm's terms. Null means the contract's terms, unless the desk has changed them. */
  readonly termsFile: string | null
  /** Absolute path of a file with the shop's name, logo and accent color. */
  readonly brandingFile: string | null
  /** How long the baskets and files of visitors without an account are kept. */
  readonly visitorRetention: { readonly basketDays: number; readonly keptFileHours: number }
  /** How long the personal data of a closed order is kept. */
  readonly retentionDays: number
  readonly gcsBucket: string | null
  readonly s3: S3Config | null
  /** Absolute path. */
  readonly storageDir: string | null
  /** Absolute path. */
  readonly backupDir: string | null
  readonly smtpUrl: string | null
  readonly ntfy: { readonly url: string; readonly token: string | null } | null
  readonly staffWebhook: { readonly url: string; readonly secret: string } | null
  readonly mailFrom: string
  readonly easyPost: {
    readonly apiKey: string
    /** Without a trailing slash. */
    readonly apiBase: string
    readonly from: Sender
  } | null
  /** Label that the page for packing offers. */
  readonly labelDefault: LabelDefault
  readonly tripo: { readonly apiKey: string; readonly apiBase: string } | null
  readonly fal: { readonly apiKey: string; readonly apiBase: string } | null
  /** False for GENERATION=off: new generations are rejected. */
  readonly generation: boolean
  /** Whether the moderation server must check pictures. Without such a server, pictures are rejected. */
  readonly moderatePictures: boolean
  readonly openai: {
    readonly apiKey: string
    readonly baseUrl: string
    readonly model: string
  } | null
  /** Address of the slicing processes, without a trailing slash. Null means that this process slices. */
  readonly slicerUrl: string | null
  /** Folders with bundles of printer profiles. */
  readonly slicerProfiles: readonly string[]
  /** Whether jobs of several orders may share a plate. */
  readonly sharedPlates: boolean
  readonly mcpAllowedOrigins: readonly string[]
  /** In lower case. Null means every public host. */
  readonly quoteAllowedHosts: readonly string[] | null
  readonly downloadAllowLoopback: boolean
  /** Addresses and networks whose X-Forwarded-For is trusted. */
  readonly trustedProxies: readonly string[]
  /** IANA name of a time zone. */
  readonly timeZone: string
  readonly printerHoursPerDay: number
  /** The farm's costs of printing, for the margins of orders. */
  readonly costs: CostRates
  readonly internalKey: string | null
  /** Accepted in addition to `internalKey`. */
  readonly previousInternalKey: string | null
  /** In lower case. */
  readonly operatorEmails: ReadonlySet<string>
  /** In lower case. */
  readonly viewerEmails: ReadonlySet<string>
  /** Whether operators and viewers need a second factor. */
  readonly secondFactorRequired: boolean
  readonly authSecret: string | null
  /** Accepted in addition to `authSecret`. */
  readonly previousAuthSecret: string | null
}

/** Every variable that is read, including NODE_ENV. */
export const configNames: readonly string[] = Object.keys(environment.entries)

/** Returns the configuration, or all problems together, one sentence each. An empty variable is treated as unset. */
export function parseConfig(
  env: Readonly<Record<string, string | undefined>>,
): Result<Config, readonly string[]> {
  const files = readSecretFiles(env)
  // Stops here, because a secret without its value would also be reported as missing.
  if (files.problems.length > 0) return fail(files.problems)
  const variables = withoutEmpty({ ...env, ...files.values })
  const parsed = v.safeParse(environment, variables)
  const problems = [
    ...(parsed.issues ?? []).map((issue) => issue.message),
    ...combinationProblems(variables),
  ]
  if (!parsed.success || problems.length > 0) return fail(problems)
  const { ROLE: role } = parsed.output
  if (role === 'slicing') {
    return fail(['ROLE is slicing, which only runs slicers. Set it to all, web or worker.'])
  }
  return ok(toConfig(parsed.output, role))
}

/** Returns the known variables that are not empty. */
export function withoutEmpty(
  env: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  const entries = configNames.flatMap((name) => {
    const value = env[name]?.trim()
    return value ? [[name, value] as const] : []
  })
  return Object.fromEntries(entries)
}

/**
 * Checks several values together: the requirements of production, secrets that come in pairs, a previous secret equal to the current one,
 * and repeated rates or costs.
 */
function combinationProblems(env: Record<string, string>): readonly string[] {
  const repeated = ['AUTH_SECRET', 'INTERNAL_KEY']
    .filter((name) => env[name] !== undefined && env[name] === env[`${name}_PREVIOUS`])
    .map((name) => `${name}_PREVIOUS is the same as ${name}. Remove it, or set the other value.`)
  const own = [
    ...repeated,
    ...taxRateProblems(env),
    ...filamentCostProblems(env),
    ...staffWebhookProblems(env),
    ...easyPostProblems(env),
    ...storageProblems(env),
  ]
  return env['NODE_ENV'] === 'production'
    ? [...productionProblems(env), ...own]
    : [...own, ...stripeProblems(env)]
}

function staffWebhookProblems(env: Record<string, string>): readonly string[] {
  const [url, secret] = ['STAFF_WEBHOOK_URL', 'STAFF_WEBHOOK_SECRET'].map((name) => env[name])
  if ((url === undefined) === (secret === undefined)) return []
  return ['STAFF_WEBHOOK_URL and STAFF_WEBHOOK_SECRET belong together: set both or none.']
}

function easyPostProblems(env: Record<string, string>): readonly string[] {
  const { EASYPOST_API_KEY: key, EASYPOST_FROM: from, EASYPOST_API_BASE: base = '' } = env
  const together =
    (key === undefined) === (from === undefined)
      ? []
      : ['EASYPOST_API_KEY and EASYPOST_FROM belong together: set both or none.']
  const cheapest =
    env['LABEL_DEFAULT'] === 'cheapest' && key === undefined
      ? ['LABEL_DEFAULT=cheapest requires EASYPOST_API_KEY.']
      : []
  const isOpen = URL.canParse(base) && new URL(base).protocol === 'http:'
  return isOpen && !isLoopback(new URL(base).hostname)
    ? [
        ...together,
        ...cheapest,
        `EASYPOST_API_BASE must begin with https://, because the key would travel unencrypted. ${onlyLoopback}`,
      ]
    : [...together, ...cheapest]
}

/** Rejects two rates for one country: the last one would silently win, whichever was intended. */
function taxRateProblems({ TAX_RATES: text = '' }: Record<string, string>): readonly string[] {
  return repeatedIn(text).map((country) => `TAX_RATES names ${country} twice.`)
}

function filamentCostProblems({
  COST_FILAMENT: text = '',
}: Record<string, string>): readonly string[] {
  return repeatedIn(text).map((material) => `COST_FILAMENT names ${material} twice.`)
}

/** Returns the names that occur more than once in a list such as DE:19,FR:20. */
function repeatedIn(text: string): readonly string[] {
  const names = text.split(',').map((entry) => entry.split(':')[0]?.trim() ?? '')
  return [...new Set(names.filter((name, index) => name !== '' && names.indexOf(name) < index))]
}

function stripeProblems(env: Record<string, string>): readonly string[] {
  if (env['STRIPE_SECRET_KEY'] !== undefined && env['STRIPE_WEBHOOK_SECRET'] === undefined) {
    return ["STRIPE_WEBHOOK_SECRET is missing: with STRIPE_SECRET_KEY, Stripe's events need it."]
  }
  return []
}

function staffWebhookOf(env: Environment): Config['staffWebhook'] {
  const { STAFF_WEBHOOK_URL: url, STAFF_WEBHOOK_SECRET: secret } = env
  return url === undefined || secret === undefined ? null : { url, secret }
}

function easyPostConfig(env: Environment): Config['easyPost'] {
  const { EASYPOST_API_KEY: apiKey, EASYPOST_API_BASE: base, EASYPOST_FROM: address = '' } = env
  const from = parseSender(address)
  return apiKey === undefined || from === null
    ? null
    : { apiKey, apiBase: base.replace(/\/$/, ''), from }
}

const absoluteOrNull = (path: string | undefined): string | null =>
  path === undefined ? null : resolve(path)

function toConfig(env: Environment, role: Role): Config {
  const machine = machineConfig(env)
  const { production } = machine
  return {
    ...machine,
    baseUrl: env.BASE_URL?.replace(/\/$/, '') ?? null,
    role,
    webConcurrency: env.WEB_CONCURRENCY,
    databaseUrl: env.DATABASE_URL ?? null,
    migrationDatabaseUrl: env.MIGRATION_DATABASE_URL ?? null,
    databaseConnections: env.DATABASE_CONNECTIONS ?? null,
    stripe: stripeConfig(env),
    ...paymentConfig(env),
    engineSpend: {
      ceiling: { calls: env.ENGINE_DAILY_CALLS, cents: env.ENGINE_DAILY_CENTS },
      callCents: { ...defaultCallCents, ...Object.fromEntries(env.ENGINE_CALL_CENTS.map(costOf)) },
    },
    creditPacks: env.CREDIT_PACKS.filter((entry) => entry !== noPacks).map(packOf),
    taxRates: new Map(env.TAX_RATES.map(parseTaxRate).filter((rate) => rate !== null)),
    legalDir: env.LEGAL_DIR ?? null,
    termsFile: absoluteOrNull(env.TERMS_FILE),
    brandingFile: absoluteOrNull(env.BRANDING_FILE),
    visitorRetention: { basketDays: env.BASKET_DAYS, keptFileHours: env.KEPT_FILE_HOURS },
    retentionDays: env.RETENTION_DAYS,
    gcsBucket: env.GCS_BUCKET ?? null,
    s3: s3Config(env),
    storageDir: env.STORAGE_DIR === undefined ? null : resolve(env.STORAGE_DIR),
    backupDir: env.BACKUP_DIR === undefined ? null : resolve(env.BACKUP_DIR),
    smtpUrl: env.SMTP_URL ?? null,
    ntfy: env.NTFY_URL === undefined ? null : { url: env.NTFY_URL, token: env.NTFY_TOKEN ?? null },
    staffWebhook: staffWebhookOf(env),
    mailFrom: env.MAIL_FROM,
    easyPost: easyPostConfig(env),
    labelDefault: env.LABEL_DEFAULT,
    tripo: env.TRIPO_API_KEY ? { apiKey: env.TRIPO_API_KEY, apiBase: env.TRIPO_API_BASE } : null,
    fal: env.FAL_KEY ? { apiKey: env.FAL_KEY, apiBase: env.FAL_API_BASE } : null,
    tripoLowCredits: env.TRIPO_LOW_CREDITS,
    generation: env.GENERATION === 'on',
    moderatePictures: moderatesPictures(env),
    openai: env.OPENAI_API_KEY
      ? { apiKey: env.OPENAI_API_KEY, baseUrl: env.OPENAI_BASE_URL, model: env.OPENAI_MODEL }
      : null,
    slicerUrl: env.SLICER_URL?.replace(/\/$/, '') ?? null,
    sharedPlates: env.SHARED_PLATES === 'on',
    slicerProfiles: env.SLICER_PROFILES.split(':').filter((folder) => folder !== ''),
    mcpAllowedOrigins: env.MCP_ALLOWED_ORIGINS.map((entry) => new URL(entry).origin),
    quoteAllowedHosts: quoteHosts(env.QUOTE_ALLOWED_HOSTS),
    downloadAllowLoopback: env.DOWNLOAD_ALLOW_LOOPBACK === '1',
    trustedProxies: env.TRUSTED_PROXIES,
    timeZone: env.TIME_ZONE,
    printerHoursPerDay: env.PRINTER_HOURS_PER_DAY,
    costs: {
      filamentCentsPerKg: filamentCosts(env.COST_FILAMENT),
      printerHourCents: env.COST_PRINTER_HOUR,
      postageCents: { domestic: env.COST_POSTAGE, abroad: env.COST_POSTAGE_ABROAD },
    },
    internalKey: env.INTERNAL_KEY ?? null,
    previousInternalKey: env.INTERNAL_KEY_PREVIOUS ?? null,
    operatorEmails: new Set(env.OPERATOR_EMAILS.map((email) => email.toLowerCase())),
    viewerEmails: new Set(env.VIEWER_EMAILS.map((email) => email.toLowerCase())),
    secondFactorRequired:
      (env.OPERATOR_SECOND_FACTOR ?? factorByDefault(production)) === 'required',
    authSecret: env.AUTH_SECRET ?? null,
    previousAuthSecret: env.AUTH_SECRET_PREVIOUS ?? null,
  }
}

const costOf = (entry: string) => {
  const [name = '', cents] = entry.split(':')
  return [name, Number(cents)] as const
}

const packOf = (entry: string) => {
  const [credits = 0, cents = 0] = entry.split(':').map(Number)
  return { credits, cents }
}

const quoteHosts = (entries: readonly string[]) =>
  entries.includes(everyHost) ? null : entries.map((host) => host.toLowerCase())

const factorByDefault = (production: boolean) => (production ? 'required' : 'optional')

/** When unset: true if a server can moderate pictures, and always true in production. */
function moderatesPictures(env: Environment): boolean {
  if (env.MODERATE_PICTURES !== undefined) return env.MODERATE_PICTURES === 'on'
  return env.NODE_ENV === 'production' || env.OPENAI_API_KEY !== undefined
}

function paymentConfig(env: Environment): Pick<Config, 'paymentMarker' | 'stripeCallsPerSecond'> {
  return {
    paymentMarker: env.PAYMENT_MARKER ?? null,
    stripeCallsPerSecond: env.STRIPE_CALLS_PER_SECOND,
  }
}

function stripeConfig(env: Environment): Config['stripe'] {
  if (env.STRIPE_SECRET_KEY === undefined || env.STRIPE_WEBHOOK_SECRET === undefined) return null
  return {
    secretKey: env.STRIPE_SECRET_KEY,
    webhookSecret: env.STRIPE_WEBHOOK_SECRET,
    apiBase: env.STRIPE_API_BASE ?? null,
  }
}
