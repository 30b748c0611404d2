// Logos of accounts: their limits and ports.
import type { AccountId } from '../base/caller.ts'
import { megabyte } from '../base/text/megabytes.ts'

/** Limits of an uploaded logo. */
export const maxLogoBytes = megabyte
export const maxLogoPixels = 4_000_000

/** Stored logos fit into this box: 76 x 25 mm at 300 dots per inch. In pixels. */
export const logoBox = { width: 900, height: 300 } as const

/** A PNG that fits into `logoBox`. */
export type LogoPicture = {
  readonly png: Uint8Array
  readonly width: number
  readonly height: number
}

export type LogoFacts = Pick<LogoPicture, 'width' | 'height'> & { readonly updatedAt: Date }
export type AccountLogo = LogoPicture & LogoFacts

export type AccountLogos = {
  readonly read: (accountId: AccountId) => Promise<AccountLogo | null>
  readonly readFacts: (accountId: AccountId) => Promise<LogoFacts | null>
  /** Returns the logos of these accounts, without their pictures. */
  readonly listFacts: (
    accountIds: readonly AccountId[],
  ) => Promise<ReadonlyMap<AccountId, LogoFacts>>
  /** Replaces the account's logo. */
  readonly save: (accountId: AccountId, logo: AccountLogo) => Promise<void>
  readonly remove: (accountId: AccountId) => Promise<void>
}

/**
 * Decodes a PNG or JPEG by its content, whatever its name, and encodes it again without metadata: what is stored
 * contains nothing but pixels.
 */
export type FitLogo = (path: string) => Promise<LogoPicture | 'unreadable' | 'too_many_pixels'>
