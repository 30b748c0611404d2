// Dependencies of sign-in.
import type { Pool } from 'pg'
import type { Log, Mailer } from '../../domain/base/ports.ts'
import type { UsedCodes } from './second-factor.ts'

/** The `accounts` rows of the library's users. server/db implements it. */
export type AuthAccounts = {
  readonly ensure: (userId: string, email: string) => Promise<void>
  /** Deletes a user whose address was never verified. */
  readonly forget: (userId: string) => Promise<void>
}

export type AuthOptions = {
  readonly pool: Pool
  /** The advisory lock for the migration of the library's tables. Unique in the database. */
  readonly migrationLock: number
  readonly baseUrl: string
  readonly secrets: AuthSecrets
  readonly accounts: AuthAccounts
  readonly usedCodes: UsedCodes
  readonly mailer: Mailer
  readonly log: Log
  /**
   * True with a real mail server: the response must not wait for the server, because the delay would reveal which addresses have an
   * account. False if mail is written to a file.
   */
  readonly mailInBackground: boolean
  /** Defaults to the library's scrypt. */
  readonly passwords?: PasswordHashes
}

/** Values of AUTH_SECRET. `current` signs and encrypts; both are accepted. */
export type AuthSecrets = { readonly current: string; readonly previous: string | null }

export type PasswordHashes = {
  readonly hash: (password: string) => Promise<string>
  readonly verify: (check: { readonly hash: string; readonly password: string }) => Promise<boolean>
}
