// The environment variables: how each is parsed, and its row in the configuration table (table.ts). Every problem is a sentence that names
// its variable. The value of a secret is never repeated.

import { availableParallelism } from 'node:os'
import * as v from 'valibot'
import { labelDefaults } from '../domain/carriers/label.ts'
import { defaultCosts, filamentCostText } from '../domain/desk/cost-rates.ts'
import { defaultCallCents, defaultCeiling } from '../domain/generation/engine/budget.ts'
import {
  defaultLowCredits,
  generationCredits,
  lowGenerations,
} from '../domain/generation/engine/vendor-balance.ts'
import { processConnections } from '../domain/limits/process-connections.ts'
import { processorSeconds } from '../domain/limits/processor-time.ts'
import { limits, maxStreamsPerClient, storedMegabytes } from '../domain/limits/table.ts'
import { everyHost, publicModelHosts } from '../domain/models/public-model-hosts.ts'
import {
  address,
  documented,
  integer,
  isAddressOrNetwork,
  isCreditPack,
  isEmail,
  isEngineCost,
  isFilamentCost,
  isFile,
  isFolder,
  isHost,
  isOrigin,
  isTaxRate,
  list,
  oneOf,
  parseSender,
  timeZone,
  wholeNumber,
} from './fields.ts'

const cores = availableParallelism()
const defaultCallCentsText = Object.entries(defaultCallCents)
  .map(([name, cents]) => `${name}:${cents}`)
  .join(',')

/** Settings in the order of the table in docs/configuration.md. */
export const environment = v.object({
  // "prod" or "Production" would otherwise start a service with stand-ins on the real database.
  NODE_ENV: v.optional(
    v.picklist(
      ['development', 'test', 'production'],
      (issue) =>
        `NODE_ENV must be development, test or production, or not be set, but is ${issue.received}.`,
    ),
  ),
  PORT: documented(integer('PORT', 0, 65_535, 3000), {
    text: '0 picks a free port, which `.svc/demo.json` names',
  }),
  HOST: documented(v.optional(v.string()), {
    text: 'address to listen on',
    byDefault: '127.0.0.1; 0.0.0.0 in production',
  }),
  BASE_URL: documented(
    v.optional(
      v.pipe(
        v.string(),
        v.check(
          isOrigin,
          'BASE_URL must be an address such as https://example.com, without a path.',
        ),
      ),
    ),
    {
      text: 'public address without a path, used by links and sign-in. In production it begins with https:// unless it is a loopback address; session cookies are then `Secure`',
      byDefault: 'http://localhost:PORT',
      required: 'the public address of this service',
    },
  ),
  STATE_DIR: documented(v.optional(v.string(), '.svc'), {
    text: 'the state of local mode: database, files, emails, secrets (deleting the folder resets everything); in every mode, uploads in progress',
  }),
  ROLE: documented(oneOf('ROLE', ['all', 'web', 'worker', 'slicing'], 'all'), {
    text: '`web` serves requests, `worker` runs background tasks, `all` does both; `slicing` runs slicers for other processes and accepts no secret ([operations.md](operations.md#slicing-processes)). Without a worker, no confirmation is mailed, no queued generation runs and no unsettled charge is retried or settled',
  }),
  WEB_CONCURRENCY: documented(integer('WEB_CONCURRENCY', 1, 256, 1), {
    text: 'number of web processes that share the port',
  }),
  LOG_LEVEL: documented(oneOf('LOG_LEVEL', ['debug', 'info', 'warn', 'error'], 'info'), {
    text: 'debug, info, warn, error: JSON lines on stdout',
  }),
  DATABASE_URL: documented(v.optional(address('DATABASE_URL', ['postgres:', 'postgresql:'])), {
    text: '`postgres://...`; see [local-mode.md](local-mode.md#postgres)',
    byDefault: 'a local Postgres',
    required: 'the address of the PostgreSQL database',
    secret: true,
  }),
  MIGRATION_DATABASE_URL: documented(
    v.optional(address('MIGRATION_DATABASE_URL', ['postgres:', 'postgresql:'])),
    {
      text: 'the same database as another role, which changes the schema; `DATABASE_URL` then needs no right to create or change tables ([operations.md](operations.md#two-database-roles))',
      byDefault: '`DATABASE_URL`',
      secret: true,
    },
  ),
  DATABASE_CONNECTIONS: documented(
    v.optional(wholeNumber('DATABASE_CONNECTIONS', processConnections.min, 100_000)),
    {
      text: `database connections that the processes of \`WEB_CONCURRENCY\` open together, each at least ${processConnections.min} and at most ${processConnections.max}. With several hosts, divide the database's connections among them`,
      byDefault: "three quarters of the database's `max_connections`",
    },
  ),
  STRIPE_SECRET_KEY: documented(v.optional(v.string()), {
    text: "Stripe's secret key",
    byDefault: 'the stand-in',
    required: 'the secret key of the Stripe account that is charged',
    secret: true,
  }),
  STRIPE_WEBHOOK_SECRET: documented(v.optional(v.string()), {
    text: 'signing secret of the webhook endpoint `/api/billing/webhook`; required with the key',
    byDefault: "the stand-in's",
    required: "the signing secret of Stripe's webhook endpoint",
    secret: true,
  }),
  STRIPE_API_BASE: documented(v.optional(address('STRIPE_API_BASE', ['http:', 'https:'])), {
    text: "another server with Stripe's API",
    byDefault: "Stripe's",
  }),
  PAYMENT_MARKER: documented(
    v.optional(
      v.pipe(
        v.string(),
        v.regex(
          /^[\w.:@-]{1,100}$/,
          'PAYMENT_MARKER must be 1 to 100 letters, digits or any of _ . : @ -',
        ),
      ),
    ),
    {
      text: 'marks the payments of this deployment at Stripe. Payments of the last 48 hours without an order are reported and refunded ([money.md](money.md)), so no two databases that use one Stripe account may have the same marker',
      byDefault: '`print-orders@` and the host of `BASE_URL`',
    },
  ),
  // A page that calls Stripe needs two calls at the same time, which a lower number would not permit.
  STRIPE_CALLS_PER_SECOND: documented(integer('STRIPE_CALLS_PER_SECOND', 5, 10_000, 20), {
    text: "calls per second to Stripe other than charges and refunds, for all processes together; at least 5. At most half of them list payments. The default leaves most of Stripe's 100 a second to charges. Stripe's test mode allows 25 in total: set 10 there",
  }),
  CREDIT_PACKS: documented(
    list('CREDIT_PACKS', isCreditPack, 'packs such as 10:500', '10:500,50:2000'),
    {
      text: 'packs of credits that accounts can buy, as credits:cents; `none` sells none',
    },
  ),
  LEGAL_DIR: documented(
    v.optional(
      v.pipe(
        v.string(),
        v.check(isFolder, (issue) => `LEGAL_DIR must be a folder, but is "${issue.input}".`),
      ),
    ),
    {
      text: 'a folder with your texts for `/terms`, `/privacy`, `/refunds` and `/contact`, in Markdown: `terms.md`, `privacy.md`, `refunds.md`, `contact.md`. Without a file, its page states what the service does. `seller.txt` names the seller on receipts and invoices: name, address and tax number, one per line',
      byDefault: 'the default texts',
    },
  ),
  TERMS_FILE: documented(
    v.optional(
      v.pipe(
        v.string(),
        v.check(isFile, (issue) => `TERMS_FILE must be a file, but is "${issue.input}".`),
      ),
    ),
    {
      text: 'a JSON file with the farm’s own prices: rates, densities, minimum, discounts and postage, with a version and the moment at which they take effect ([operations.md](operations.md#prices)). It is checked at the start',
      byDefault: 'the contract’s prices',
    },
  ),
  BRANDING_FILE: documented(
    v.optional(
      v.pipe(
        v.string(),
        v.check(isFile, (issue) => `BRANDING_FILE must be a file, but is "${issue.input}".`),
      ),
    ),
    {
      text: 'a JSON file with the shop’s name, logo and accent color, and a version ([operations.md](operations.md#your-own-name-and-look)). It is checked at the start. The desk’s page “Shop” sets the same without a file',
      byDefault: 'what the desk has saved, or the default look',
    },
  ),
  TAX_RATES: documented(
    list('TAX_RATES', isTaxRate, 'rates such as DE:19 or FR:5.5, each of a country that is served'),
    {
      text: 'tax included in prices, in percent by country, such as `DE:19,FR:20,GB:20`; receipts and invoices to these countries state it ([money.md](money.md#invoices))',
    },
  ),
  BASKET_DAYS: documented(integer('BASKET_DAYS', 1, 365, 30), {
    text: 'days that the basket of a visitor without an account is kept after its last change, with its files; its cookie is valid as long',
  }),
  RETENTION_DAYS: documented(integer('RETENTION_DAYS', 1, 36_500, 3650), {
    text: 'days that the name, address, email, phone, texts and file names of a closed order are kept after it was placed; ten years by default, as tax law of many countries requires for records of sales. Amounts are kept forever',
  }),
  KEPT_FILE_HOURS: documented(integer('KEPT_FILE_HOURS', 1, 720, 24), {
    text: 'hours that a file priced without JavaScript is kept, so that it does not have to be sent again',
  }),
  GCS_BUCKET: documented(
    v.optional(
      v.pipe(
        v.string(),
        v.regex(
          /^[a-z0-9][a-z0-9._-]{1,220}[a-z0-9]$/,
          'GCS_BUCKET must be a bucket name, without gs:// and without a folder.',
        ),
      ),
    ),
    {
      text: "Google Cloud Storage bucket for models; credentials are found by Google's library. Production needs this, `S3_BUCKET` or `STORAGE_DIR`: one of them",
      byDefault: 'a folder in `STATE_DIR`',
      required:
        'the Google Cloud Storage bucket that keeps the models, unless S3_BUCKET or STORAGE_DIR says where they are kept',
    },
  ),
  S3_BUCKET: documented(
    v.optional(
      v.pipe(
        v.string(),
        v.regex(
          /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/,
          'S3_BUCKET must be a bucket name, without s3:// and without a folder.',
        ),
      ),
    ),
    {
      text: "bucket for models of any storage with S3's protocol (AWS, MinIO, Cloudflare R2, Ceph), instead of `GCS_BUCKET`. Requires the four variables below ([operations.md](operations.md#storage))",
      byDefault: 'none',
    },
  ),
  S3_ENDPOINT: documented(v.optional(address('S3_ENDPOINT', ['http:', 'https:'])), {
    text: 'address of that storage without the bucket, such as `https://minio.example.com`',
    byDefault: "AWS's in `S3_REGION`",
  }),
  S3_REGION: documented(
    v.optional(
      v.pipe(
        v.string(),
        v.regex(/^[a-z0-9-]{1,40}$/, 'S3_REGION must be a region such as eu-central-1.'),
      ),
      'us-east-1',
    ),
    { text: 'its region; R2 has `auto`' },
  ),
  S3_ACCESS_KEY_ID: documented(v.optional(v.string()), {
    text: 'the key that may create, read, list and delete objects of the bucket',
    byDefault: 'none',
    secret: true,
  }),
  S3_SECRET_ACCESS_KEY: documented(v.optional(v.string()), {
    text: 'its secret; both are required with `S3_BUCKET`',
    byDefault: 'none',
    secret: true,
  }),
  STORAGE_DIR: documented(v.optional(v.string()), {
    text: 'a folder for models, instead of a bucket: for one machine, whose backup must include it. Processes on several machines need a bucket',
    byDefault: 'none',
  }),
  BACKUP_DIR: documented(v.optional(v.string()), {
    text: 'the folder that [deploy/backup/dump.sh](../deploy/backup/README.md) writes backups to; `npm run doctor` reads from it when the last one was made and restored',
    byDefault: 'none',
  }),
  SMTP_URL: documented(v.optional(address('SMTP_URL', ['smtp:', 'smtps:'])), {
    text: '`smtp://` or `smtps://` mail server',
    byDefault: '`.eml` files in `STATE_DIR/mail`',
    required: 'the mail server',
    secret: true,
  }),
  MAIL_FROM: documented(
    v.optional(
      v.pipe(v.string(), v.includes('@', 'MAIL_FROM must hold an email address.')),
      'Print farm <no-reply@localhost>',
    ),
    { text: 'sender of every email', required: 'the sender of every mail' },
  ),
  NTFY_URL: documented(
    v.optional(
      v.pipe(
        v.string(),
        v.regex(
          /^https?:\/\/[^\s/]+(\/[^\s/]+)*\/[A-Za-z0-9_-]{1,64}$/,
          'NTFY_URL must be the address of a topic, such as https://ntfy.sh/our-farm.',
        ),
      ),
    ),
    {
      text: "a topic of an [ntfy](https://ntfy.sh) server for the farm's staff: operators' notifications are also posted there, and so is a warning when no worker runs ([operations.md](operations.md#when-something-needs-a-person))",
      byDefault: 'none',
      secret: true,
    },
  ),
  NTFY_TOKEN: documented(v.optional(v.string()), {
    text: 'access token of the ntfy server',
    byDefault: 'none',
    secret: true,
  }),
  STAFF_WEBHOOK_URL: documented(v.optional(address('STAFF_WEBHOOK_URL', ['http:', 'https:'])), {
    text: 'an address that receives the same as signed JSON. Requires `STAFF_WEBHOOK_SECRET`',
    byDefault: 'none',
    secret: true,
  }),
  STAFF_WEBHOOK_SECRET: documented(
    v.optional(
      v.pipe(v.string(), v.minLength(16, 'STAFF_WEBHOOK_SECRET must have at least 16 characters.')),
    ),
    { text: 'signs the messages to `STAFF_WEBHOOK_URL`', byDefault: 'none', secret: true },
  ),
  EASYPOST_API_KEY: documented(v.optional(v.string()), {
    text: 'key of an [EasyPost](https://www.easypost.com) account, which sells labels of many carriers: the order page then compares rates and buys labels, and tracking is read ([operations.md](operations.md#labels)). Requires `EASYPOST_FROM`',
    byDefault: 'none; labels are bought elsewhere, and tracking numbers pasted',
    secret: true,
  }),
  EASYPOST_API_BASE: documented(
    v.optional(address('EASYPOST_API_BASE', ['http:', 'https:']), 'https://api.easypost.com'),
    { text: "another server with EasyPost's API" },
  ),
  EASYPOST_FROM: documented(
    v.optional(
      v.pipe(
        v.string(),
        v.check(
          (text) => parseSender(text) !== null,
          'EASYPOST_FROM must hold name; street; city; state; postal code; two-letter country; phone; email.',
        ),
      ),
    ),
    {
      text: 'the address that parcels are posted from, with semicolons: `name; street; city; state; postal code; country; phone; email`. The country is a two-letter code, the same as `postedFrom` in the terms',
      byDefault: 'none',
    },
  ),
  LABEL_DEFAULT: documented(oneOf('LABEL_DEFAULT', labelDefaults, 'ask'), {
    text: 'the label that the page for packing offers: with `cheapest`, one press buys the cheapest rate of the expected parcel, whose price the page shows, and ships the order. Requires `EASYPOST_API_KEY` and `packagingGrams` in the terms ([operations.md](operations.md#labels)). With `ask`, an operator compares the rates of each parcel',
  }),
  AUTH_SECRET: documented(
    v.optional(
      v.pipe(v.string(), v.minLength(32, 'AUTH_SECRET must have at least 32 characters.')),
    ),
    {
      text: 'at least 32 random characters; signs sessions and cookies, and encrypts second factors and the key from which ids of retried orders and codes of gift cards are derived ([money.md](money.md))',
      byDefault: 'created once, kept in `STATE_DIR`',
      required: 'at least 32 random characters that sign sessions',
      secret: true,
    },
  ),
  AUTH_SECRET_PREVIOUS: documented(
    v.optional(
      v.pipe(v.string(), v.minLength(32, 'AUTH_SECRET_PREVIOUS must have at least 32 characters.')),
    ),
    {
      text: 'a second `AUTH_SECRET` that is accepted while the secret is changed: sessions, cookies and second factors of both are valid; new ones use `AUTH_SECRET` ([operations.md](operations.md#changing-secrets))',
      secret: true,
    },
  ),
  INTERNAL_KEY: documented(
    v.optional(
      v.pipe(v.string(), v.minLength(16, 'INTERNAL_KEY must have at least 16 characters.')),
    ),
    {
      text: 'at least 16 random characters; the farm sends it in the header `x-internal-key`',
      byDefault: 'created once, kept in `STATE_DIR`',
      required: 'at least 16 random characters shared with the farm',
      secret: true,
    },
  ),
  INTERNAL_KEY_PREVIOUS: documented(
    v.optional(
      v.pipe(
        v.string(),
        v.minLength(16, 'INTERNAL_KEY_PREVIOUS must have at least 16 characters.'),
      ),
    ),
    {
      text: 'a second `INTERNAL_KEY` that is accepted while the key is changed',
      secret: true,
    },
  ),
  TRUSTED_PROXIES: documented(
    list('TRUSTED_PROXIES', isAddressOrNetwork, 'addresses or networks such as 10.0.0.0/8'),
    {
      text: `comma-separated addresses and networks (10.0.0.0/8) whose \`X-Forwarded-For\` is trusted. Behind a proxy that is not listed, all visitors share the limits per client address: ${limits['sign-up-caller'].limit} sign-ups an hour, ${limits['sign-in-caller'].limit} wrong passwords and ${limits['code-tries-caller'].limit} wrong codes in ${limits['sign-in-caller'].windowSeconds / 60} minutes at sign-in, ${limits['order-code-misses'].limit} wrong codes an hour on order pages and ${limits['payment-code-misses'].limit} on payments, ${limits['payment-page'].limit} payment pages a minute, ${limits['basket-parts'].limit} parts an hour put into baskets, ${limits['line-settings'].limit} changes an hour of their settings, ${limits['guest-checkout'].limit} orders an hour and ${limits['guest-gift-cards'].limit} gift card codes an hour without an account, ${storedMegabytes.visitor} MB an hour of files stored without an account, ${limits['pictures-anonymous'].limit} pictures an hour that have to be drawn, ${maxStreamsPerClient} order pages that are told of changes at once, ${limits['ticket-anonymous'].limit} messages an hour to the farm, ${processorSeconds.visitor} seconds an hour of the geometry core`,
    },
  ),
  OPERATOR_EMAILS: documented(list('OPERATOR_EMAILS', isEmail, 'email addresses'), {
    text: 'comma-separated email addresses of the accounts that use the desk: work on orders, refund, send messages; in local mode the demo account unless set',
  }),
  VIEWER_EMAILS: documented(list('VIEWER_EMAILS', isEmail, 'email addresses'), {
    text: 'comma-separated email addresses of the accounts that may read the operator pages and change nothing; an address on both lists is an operator',
  }),
  OPERATOR_SECOND_FACTOR: documented(
    v.optional(
      v.picklist(
        ['required', 'optional'],
        (issue) =>
          `OPERATOR_SECOND_FACTOR must be one of required, optional, but is ${issue.received}.`,
      ),
    ),
    {
      text: 'whether operators and viewers must set up a second factor before they can read the operator pages; once set up, it is always required',
      byDefault: 'required in production, else optional',
    },
  ),
  TIME_ZONE: documented(timeZone('TIME_ZONE', 'UTC'), {
    text: "the farm's time zone, such as `America/New_York`: operators' pages show times in it, and their days and statistics begin at its midnight. Must be the same in every process",
  }),
  PRINTER_HOURS_PER_DAY: documented(integer('PRINTER_HOURS_PER_DAY', 1, 24, 20), {
    text: 'hours that a printer prints in a day, for lead times and promised dates, until three busy days were measured. The number of printers comes from their reports',
  }),
  COST_FILAMENT: documented(
    list('COST_FILAMENT', isFilamentCost, 'costs such as pla:2000', filamentCostText),
    {
      text: 'what a kilogram of filament costs the farm, in cents by material; an omitted material keeps its default. Used for the cost and margin of orders shown to operators; prices never depend on it ([operations.md](operations.md#what-an-order-costs))',
    },
  ),
  COST_PRINTER_HOUR: documented(
    integer('COST_PRINTER_HOUR', 0, 100_000, defaultCosts.printerHourCents),
    { text: 'what an hour of one printer costs, in cents: its wear, electricity and upkeep' },
  ),
  COST_POSTAGE: documented(
    integer('COST_POSTAGE', 0, 1_000_000, defaultCosts.postageCents.domestic),
    {
      text: 'what a domestic parcel costs, packing included, in cents',
    },
  ),
  COST_POSTAGE_ABROAD: documented(
    integer('COST_POSTAGE_ABROAD', 0, 1_000_000, defaultCosts.postageCents.abroad),
    { text: 'the same to another country' },
  ),
  GEOMETRY_WORKERS: documented(integer('GEOMETRY_WORKERS', 1, 64, Math.min(4, cores)), {
    text: 'number of threads that measure models',
    byDefault: 'cores, at most 4',
  }),
  SLICER_PATH: documented(v.optional(v.string()), {
    text: 'the slicer, a path or a name on PATH. Without one, `/readyz` reports `not configured`; if the given one cannot run, the log has a warning',
    byDefault: '`prusa-slicer` on PATH, else none',
  }),
  SLICER_CAGE: documented(
    v.optional(
      v.picklist(
        ['required', 'optional', 'off'],
        (issue) => `SLICER_CAGE must be one of required, optional, off, but is ${issue.received}.`,
      ),
    ),
    {
      text: "the slicer is confined to the folder of its job, without a network and without further processes, by Linux's Landlock and seccomp ([security.md](security.md#the-cage-of-the-slicer)). on a machine without support, `required` slices nothing and `optional` slices without the cage; `off` never uses it",
      byDefault: 'required in production, else optional',
    },
  ),
  SLICER_CONCURRENCY: documented(integer('SLICER_CONCURRENCY', 1, 256, cores), {
    text: 'slicer processes at a time, divided among the processes of `WEB_CONCURRENCY`',
    byDefault: 'cores',
  }),
  SLICER_WAIT_SECONDS: documented(integer('SLICER_WAIT_SECONDS', 1, 45, 20), {
    text: "the longest predicted wait for a slicer; lower while slices are shorter. A slice that would wait longer is rejected immediately with `Retry-After`, and agents' quotes are estimates",
    byDefault: '20',
  }),
  SLICER_URL: documented(
    v.optional(
      v.pipe(
        v.string(),
        v.check(
          isOrigin,
          'SLICER_URL must be an address such as http://slicing:3000, without a path.',
        ),
      ),
    ),
    {
      text: 'address of slicing processes (`ROLE=slicing`): slices are made there, and no slicer runs here. If the name has several addresses, slices are distributed over them',
      byDefault: 'the slicer of this machine',
    },
  ),
  SLICER_PROFILES: documented(v.optional(v.string(), '/usr/share/PrusaSlicer/profiles'), {
    text: "folders with PrusaSlicer's bundles of printer profiles (`.ini`), separated by `:`. Plates are sliced with the profile of the printer's model. The web and worker processes read them, even if slicing processes slice; a later folder replaces printers of the same name, so list a farm's exported bundles last ([farm.md](farm.md#printer-profiles))",
    byDefault: '`/usr/share/PrusaSlicer/profiles`',
  }),
  SHARED_PLATES: documented(oneOf('SHARED_PLATES', ['on', 'off'], 'on'), {
    text: 'whether parts of several orders with the same material, color and settings share a plate; `off` plans no more such plates, and waiting ones are still printed ([farm.md](farm.md#plates-of-several-orders))',
  }),
  TRIPO_API_KEY: documented(v.optional(v.string()), {
    text: 'Tripo: the 3D engines `engine_2`, `engine_2_p1`',
    secret: true,
  }),
  TRIPO_API_BASE: documented(
    v.optional(address('TRIPO_API_BASE', ['http:', 'https:']), 'https://openapi.tripo3d.ai'),
    { rowOf: 'TRIPO_API_KEY' },
  ),
  TRIPO_LOW_CREDITS: documented(integer('TRIPO_LOW_CREDITS', 0, 1_000_000_000, defaultLowCredits), {
    text: `Tripo's balance below which the desk warns and operators get an email, in its credits: enough for ${lowGenerations} generations at ${generationCredits} credits, an estimate. \`0\` never warns`,
  }),
  FAL_KEY: documented(v.optional(v.string()), {
    text: 'fal: the 3D engines `engine_1`, `engine_3`, `engine_4`, and the image model of `/api/images`',
    secret: true,
  }),
  FAL_API_BASE: documented(
    v.optional(address('FAL_API_BASE', ['http:', 'https:']), 'https://queue.fal.run'),
    { rowOf: 'FAL_KEY' },
  ),
  GENERATION: documented(oneOf('GENERATION', ['on', 'off'], 'on'), {
    text: '`off` refuses new generations (503, nothing is charged) and finishes those in progress',
  }),
  ENGINE_DAILY_CALLS: documented(
    integer('ENGINE_DAILY_CALLS', 0, 1_000_000, defaultCeiling.calls),
    {
      text: 'calls per UTC day that create something, for each engine and for the image model. Beyond this limit, requests for the engine are rejected (503, nothing is charged), and operators get an email',
    },
  ),
  ENGINE_DAILY_CENTS: documented(
    integer('ENGINE_DAILY_CENTS', 0, 100_000_000, defaultCeiling.cents),
    {
      text: 'the same limit in US cents, based on `ENGINE_CALL_CENTS`',
    },
  ),
  ENGINE_CALL_CENTS: documented(
    list('ENGINE_CALL_CENTS', isEngineCost, 'costs such as engine_2:40', defaultCallCentsText),
    {
      text: 'estimated cost of a call, as engine:cents. The defaults are estimates: set what the vendors bill',
    },
  ),
  OPENAI_API_KEY: documented(v.optional(v.string()), {
    text: 'language model (prompts, replies of the support assistant) and moderation by OpenAI or a compatible server; without a key, by rules and retrieval. With a server that has no `/moderations`, every generation is refused',
    secret: true,
  }),
  OPENAI_BASE_URL: documented(
    v.optional(address('OPENAI_BASE_URL', ['http:', 'https:']), 'https://api.openai.com/v1'),
    { rowOf: 'OPENAI_API_KEY' },
  ),
  OPENAI_MODEL: documented(v.optional(v.string(), 'gpt-4.1-mini'), { rowOf: 'OPENAI_API_KEY' }),
  MODERATE_PICTURES: documented(
    v.optional(
      v.picklist(
        ['on', 'off'],
        (issue) => `MODERATE_PICTURES must be one of on, off, but is ${issue.received}.`,
      ),
    ),
    {
      text: '`on` checks the pictures of requests and of results with the moderation server, and refuses them if there is none; `off` accepts them unchecked',
      byDefault: 'on in production and with `OPENAI_API_KEY`, else off',
    },
  ),
  MCP_ALLOWED_ORIGINS: documented(
    list('MCP_ALLOWED_ORIGINS', isOrigin, 'origins such as https://example.com'),
    { text: 'browser origins that may use the agent endpoint' },
  ),
  QUOTE_ALLOWED_HOSTS: documented(
    list(
      'QUOTE_ALLOWED_HOSTS',
      (entry) => entry === everyHost || isHost(entry),
      'host names such as files.example.com',
      publicModelHosts.join(','),
    ),
    {
      text: 'comma-separated hosts that `quote_print` may fetch models from; `*` allows every public host',
      byDefault: 'hosts of public models (`server/domain/models/public-model-hosts.ts`)',
    },
  ),
  DOWNLOAD_ALLOW_LOOPBACK: documented(oneOf('DOWNLOAD_ALLOW_LOOPBACK', ['0', '1'], '0'), {
    text: '1 lets the downloader reach http://127.0.0.1 on any port; refused in production',
  }),
})

export type Environment = v.InferOutput<typeof environment>
