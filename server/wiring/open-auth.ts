// Opens the mailer, the sign-in library, and the key that AUTH_SECRET encrypts, on an up-to-date schema.

import { join } from 'node:path'
import { createAuth } from '../adapters/auth/auth.ts'
import type { AuthOptions } from '../adapters/auth/auth-options.ts'
import { createMailer, type OpenMailer } from '../adapters/mail/mailer.ts'
import { deleteUnconfirmedAccount, ensureAccount } from '../db/accounts/accounts.ts'
import { createUsedCodes } from '../db/accounts/second-factors.ts'
import type { OpenDatabase } from '../db/core/connect.ts'
import { createSealedKeys } from '../db/core/sealed-keys.ts'
import { advisoryLocks } from '../db/core/transactions/advisory-locks.ts'
import { htmlRendererFor } from '../pages/mail/mail-page.tsx'
import { bringSchemaUpToDate } from './migrate.ts'
import { openOrderKey, orderKeyName } from './order-key.ts'
import type { ServiceSettings } from './service-settings.ts'

/** Migrates the database unless its schema is up to date. Nothing may read it before. */
export async function openAuth(
  settings: ServiceSettings,
  { database, mailer }: { readonly database: OpenDatabase; readonly mailer: OpenMailer },
) {
  const { config } = settings
  const secrets = { current: settings.authSecret, previous: config.previousAuthSecret }
  const options = authOptionsOf(settings, { database, mailer, secrets })
  const auth = createAuth(options)
  if (!settings.schemaIsUpToDate) {
    await bringSchemaUpToDate({
      databaseUrl: settings.databaseUrl,
      migrationDatabaseUrl: config.migrationDatabaseUrl,
      migrateAuth: (owner) => createAuth({ ...options, pool: owner }).migrate(),
    })
  }
  await auth.encryptAnew()
  const orderKey = await openOrderKey(createSealedKeys(database.db, orderKeyName), secrets, config)
  return { auth, orderKey }
}

/** Returns the mailer of the settings. Without SMTP, it writes files. */
export const mailerOf = ({ config, baseUrl }: ServiceSettings): OpenMailer =>
  createMailer({
    smtpUrl: config.smtpUrl,
    from: config.mailFrom,
    folder: join(config.stateDir, 'mail'),
    host: new URL(baseUrl).hostname,
    htmlOf: htmlRendererFor(baseUrl),
  })

/** Returns the auth library's settings: its tables, its mails, and the accounts that it creates. */
function authOptionsOf(
  { config, baseUrl, log, passwords }: ServiceSettings,
  {
    database: { db, pool },
    mailer,
    secrets,
  }: {
    readonly database: OpenDatabase
    readonly mailer: OpenMailer
    readonly secrets: AuthOptions['secrets']
  },
): AuthOptions {
  return {
    pool,
    migrationLock: advisoryLocks.signInMigrations,
    baseUrl,
    secrets,
    accounts: {
      ensure: (userId, email) => ensureAccount(db, userId, email),
      forget: (userId) => deleteUnconfirmedAccount(db, userId),
    },
    usedCodes: createUsedCodes(db),
    mailer,
    log,
    mailInBackground: config.smtpUrl !== null,
    ...(passwords && { passwords }),
  }
}
