// The environment, parsed once. Every problem is a sentence that names its variable; a secret's value is never repeated.
// README.md has the same table for people.
import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import * as v from 'valibot'
import { fail, ok, type Result } from '../domain/base/result.ts'
import {
  address,
  integer,
  isAddressOrNetwork,
  isEmail,
  isHost,
  isOrigin,
  list,
  oneOf,
} from './fields.ts'
import { productionProblems } from './production.ts'

export type Role = 'all' | 'web' | 'worker'
export type LogLevel = 'debug' | 'info' | 'warn' | 'error'

/** null always means: not configured, so the local stand-in (or "not configured" behaviour) is used. */
export type Config = {
  readonly production: boolean
  /** 0 = any free port. */
  readonly port: number
  readonly host: string
  /** Without a slash at the end; null = derived from the port once it is known. */
  readonly baseUrl: string | null
  /** Absolute. */
  readonly stateDir: string
  readonly role: Role
  readonly webConcurrency: number
  readonly logLevel: LogLevel
  readonly databaseUrl: string | null
  readonly stripe: {
    readonly secretKey: string
    readonly webhookSecret: string
    readonly apiBase: string | null
  } | null
  /** Beside charges and refunds, of all processes together. */
  readonly stripeCallsPerSecond: number
  readonly gcsBucket: string | null
  readonly smtpUrl: string | null
  readonly mailFrom: string
  readonly tripo: { readonly apiKey: string; readonly apiBase: string } | null
  readonly fal: { readonly apiKey: string; readonly apiBase: string } | null
  /** False = GENERATION=off: new generations are refused. */
  readonly generation: boolean
  /** Whether pictures have to be checked by the moderation server; where there is none they are refused. */
  readonly moderatePictures: boolean
  readonly openai: {
    readonly apiKey: string
    readonly baseUrl: string
    readonly model: string
  } | null
  readonly slicerPath: string | null
  readonly slicerConcurrency: number
  readonly geometryWorkers: number
  readonly mcpAllowedOrigins: readonly string[]
  readonly quoteAllowedHosts: readonly string[]
  readonly downloadAllowLoopback: boolean
  /** Addresses and networks whose X-Forwarded-For is believed. */
  readonly trustedProxies: readonly string[]
  readonly internalKey: string | null
  /** Lowercased. */
  readonly operatorEmails: ReadonlySet<string>
  readonly authSecret: string | null
}

const cores = availableParallelism()

const environment = v.object({
  // "prod" or "Production" would start a service with stand-ins on the real database.
  NODE_ENV: v.optional(
    v.picklist(
      ['development', 'test', 'production'],
      (issue) =>
        `NODE_ENV must be development, test or production, or not be set, but is ${issue.received}.`,
    ),
  ),
  PORT: integer('PORT', 0, 65_535, 3000),
  HOST: v.optional(v.string()),
  BASE_URL: v.optional(
    v.pipe(
      v.string(),
      v.check(isOrigin, 'BASE_URL must be an address such as https://example.com, without a path.'),
    ),
  ),
  STATE_DIR: v.optional(v.string(), '.svc'),
  ROLE: oneOf('ROLE', ['all', 'web', 'worker'], 'all'),
  WEB_CONCURRENCY: integer('WEB_CONCURRENCY', 1, 256, 1),
  LOG_LEVEL: oneOf('LOG_LEVEL', ['debug', 'info', 'warn', 'error'], 'info'),
  DATABASE_URL: v.optional(address('DATABASE_URL', ['postgres:', 'postgresql:'])),
  STRIPE_SECRET_KEY: v.optional(v.string()),
  STRIPE_WEBHOOK_SECRET: v.optional(v.string()),
  STRIPE_API_BASE: v.optional(address('STRIPE_API_BASE', ['http:', 'https:'])),
  // Fewer than 5 would leave pages no two calls at once, which one look takes.
  STRIPE_CALLS_PER_SECOND: integer('STRIPE_CALLS_PER_SECOND', 5, 10_000, 20),
  GCS_BUCKET: v.optional(
    v.pipe(
      v.string(),
      v.regex(
        /^[a-z0-9][a-z0-9._-]{1,220}[a-z0-9]$/,
        'GCS_BUCKET must be a bucket name, without gs:// and without a folder.',
      ),
    ),
  ),
  SMTP_URL: v.optional(address('SMTP_URL', ['smtp:', 'smtps:'])),
  MAIL_FROM: v.optional(
    v.pipe(v.string(), v.includes('@', 'MAIL_FROM must hold an e-mail address.')),
  ),
  TRIPO_API_KEY: v.optional(v.string()),
  TRIPO_API_BASE: v.optional(
    address('TRIPO_API_BASE', ['http:', 'https:']),
    'https://openapi.tripo3d.ai',
  ),
  FAL_KEY: v.optional(v.string()),
  FAL_API_BASE: v.optional(address('FAL_API_BASE', ['http:', 'https:']), 'https://queue.fal.run'),
  GENERATION: oneOf('GENERATION', ['on', 'off'], 'on'),
  OPENAI_API_KEY: v.optional(v.string()),
  OPENAI_BASE_URL: v.optional(
    address('OPENAI_BASE_URL', ['http:', 'https:']),
    'https://api.openai.com/v1',
  ),
  OPENAI_MODEL: v.optional(v.string(), 'gpt-4.1-mini'),
  MODERATE_PICTURES: v.optional(
    v.picklist(
      ['on', 'off'],
      (issue) => `MODERATE_PICTURES must be one of on, off, but is ${issue.received}.`,
    ),
  ),
  SLICER_PATH: v.optional(v.string()),
  SLICER_CONCURRENCY: integer('SLICER_CONCURRENCY', 1, 256, cores),
  GEOMETRY_WORKERS: integer('GEOMETRY_WORKERS', 1, 64, Math.min(4, cores)),
  MCP_ALLOWED_ORIGINS: list('MCP_ALLOWED_ORIGINS', isOrigin, 'origins such as https://example.com'),
  QUOTE_ALLOWED_HOSTS: list('QUOTE_ALLOWED_HOSTS', isHost, 'host names such as files.example.com'),
  DOWNLOAD_ALLOW_LOOPBACK: oneOf('DOWNLOAD_ALLOW_LOOPBACK', ['0', '1'], '0'),
  TRUSTED_PROXIES: list(
    'TRUSTED_PROXIES',
    isAddressOrNetwork,
    'addresses or networks such as 10.0.0.0/8',
  ),
  INTERNAL_KEY: v.optional(
    v.pipe(v.string(), v.minLength(16, 'INTERNAL_KEY must have at least 16 characters.')),
  ),
  OPERATOR_EMAILS: list('OPERATOR_EMAILS', isEmail, 'e-mail addresses'),
  AUTH_SECRET: v.optional(
    v.pipe(v.string(), v.minLength(32, 'AUTH_SECRET must have at least 32 characters.')),
  ),
})

/** Every variable that is read, NODE_ENV included. */
export const CONFIG_NAMES: readonly string[] = Object.keys(environment.entries)

type Environment = v.InferOutput<typeof environment>

/** All problems at once, each a sentence. An empty variable counts as one that is not set. */
export function parseConfig(
  env: Readonly<Record<string, string | undefined>>,
): Result<Config, readonly string[]> {
  const parsed = v.safeParse(environment, withoutEmpty(env))
  const problems = [
    ...(parsed.issues ?? []).map((issue) => issue.message),
    ...combinationProblems(withoutEmpty(env)),
  ]
  if (!parsed.success || problems.length > 0) return fail(problems)
  return ok(toConfig(parsed.output))
}

function withoutEmpty(env: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const entries = CONFIG_NAMES.flatMap((name) => {
    const value = env[name]?.trim()
    return value ? [[name, value] as const] : []
  })
  return Object.fromEntries(entries)
}

/** What no single variable can tell: what production needs, and secrets that come in pairs. */
function combinationProblems(env: Record<string, string>): readonly string[] {
  if (env.NODE_ENV === 'production') {
    return productionProblems(env)
  }
  if (env.STRIPE_SECRET_KEY !== undefined && env.STRIPE_WEBHOOK_SECRET === undefined) {
    return ["STRIPE_WEBHOOK_SECRET is missing: with STRIPE_SECRET_KEY, Stripe's events need it."]
  }
  return []
}

function toConfig(env: Environment): Config {
  const production = env.NODE_ENV === 'production'
  return {
    production,
    port: env.PORT,
    host: env.HOST ?? (production ? '0.0.0.0' : '127.0.0.1'),
    baseUrl: env.BASE_URL?.replace(/\/$/, '') ?? null,
    stateDir: resolve(env.STATE_DIR),
    role: env.ROLE,
    webConcurrency: env.WEB_CONCURRENCY,
    logLevel: env.LOG_LEVEL,
    databaseUrl: env.DATABASE_URL ?? null,
    stripe: stripeConfig(env),
    stripeCallsPerSecond: env.STRIPE_CALLS_PER_SECOND,
    gcsBucket: env.GCS_BUCKET ?? null,
    smtpUrl: env.SMTP_URL ?? null,
    mailFrom: env.MAIL_FROM ?? 'Print farm <no-reply@localhost>',
    tripo: env.TRIPO_API_KEY ? { apiKey: env.TRIPO_API_KEY, apiBase: env.TRIPO_API_BASE } : null,
    fal: env.FAL_KEY ? { apiKey: env.FAL_KEY, apiBase: env.FAL_API_BASE } : null,
    generation: env.GENERATION === 'on',
    moderatePictures: moderatesPictures(env),
    openai: env.OPENAI_API_KEY
      ? { apiKey: env.OPENAI_API_KEY, baseUrl: env.OPENAI_BASE_URL, model: env.OPENAI_MODEL }
      : null,
    slicerPath: env.SLICER_PATH ?? null,
    slicerConcurrency: env.SLICER_CONCURRENCY,
    geometryWorkers: env.GEOMETRY_WORKERS,
    mcpAllowedOrigins: env.MCP_ALLOWED_ORIGINS.map((entry) => new URL(entry).origin),
    quoteAllowedHosts: env.QUOTE_ALLOWED_HOSTS.map((host) => host.toLowerCase()),
    downloadAllowLoopback: env.DOWNLOAD_ALLOW_LOOPBACK === '1',
    trustedProxies: env.TRUSTED_PROXIES,
    internalKey: env.INTERNAL_KEY ?? null,
    operatorEmails: new Set(env.OPERATOR_EMAILS.map((email) => email.toLowerCase())),
    authSecret: env.AUTH_SECRET ?? null,
  }
}

/** Unset: wherever a server can do it, and always in production. */
function moderatesPictures(env: Environment): boolean {
  if (env.MODERATE_PICTURES !== undefined) return env.MODERATE_PICTURES === 'on'
  return env.NODE_ENV === 'production' || env.OPENAI_API_KEY !== undefined
}

function stripeConfig(env: Environment): Config['stripe'] {
  if (env.STRIPE_SECRET_KEY === undefined || env.STRIPE_WEBHOOK_SECRET === undefined) return null
  return {
    secretKey: env.STRIPE_SECRET_KEY,
    webhookSecret: env.STRIPE_WEBHOOK_SECRET,
    apiBase: env.STRIPE_API_BASE ?? null,
  }
}
