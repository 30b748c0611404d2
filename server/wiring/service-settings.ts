// Settings that open a service.
import type { PasswordHashes } from '../adapters/auth/auth-options.ts'
import type { OpenMailer } from '../adapters/mail/mailer.ts'
import type { ProcessLog } from '../adapters/observability/log.ts'
import type { Config } from '../config/config.ts'
import type { OpenDatabase } from '../db/core/connect.ts'
import type { Clock } from '../domain/base/ports.ts'
import type { RequestLog } from '../http/middleware/observe-requests.ts'
import type { AppParts } from './app.ts'
import type { Deps } from './deps.ts'

/** The settings once the local services run: values that they provide are no longer null. */
export type ServiceSettings = {
  readonly config: Config
  readonly baseUrl: string
  readonly databaseUrl: string
  readonly authSecret: string
  readonly internalKey: string
  readonly stripe: { secretKey: string; webhookSecret: string; apiBase: string | null }
  readonly log: ProcessLog
  readonly clock?: Clock
  /** For tests and benchmarks: wraps any port of the service. */
  readonly decorate?: (deps: Deps, database: OpenDatabase) => Deps
  /** For tests: wraps the parts of the service's app. */
  readonly decorateApp?: (parts: AppParts) => AppParts
  /** For tests: replaces the mailer that the configuration names. */
  readonly mailer?: OpenMailer
  /** For tests: the database is a copy of a migrated one, so its schema is not compared with the migrations again. */
  readonly schemaIsUpToDate?: boolean
  /** For tests: replaces the slow hash of passwords. */
  readonly passwords?: PasswordHashes
  /** Returns the client address of a request, which only the listening process knows. */
  readonly clientAddress?: (request: Request) => string
  /** Writes a line for each request. Defaults to none. */
  readonly requestLog?: RequestLog
  /** Disables the idle timeout for the connection of this request. */
  readonly keepOpen?: (request: Request) => void
}
