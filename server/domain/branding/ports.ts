// The stored versions of the branding, which are append-only, and the cleaning of logos.

import type { Result } from '../base/result.ts'
import type { Branding, Logo } from './branding.ts'

/** What stored it: an operator on the desk, or a process that read the file of BRANDING_FILE. */
type BrandingOrigin = 'desk' | 'file'

export type BrandingVersion = {
  readonly version: number
  readonly storedAt: Date
  readonly origin: BrandingOrigin
  /** The operator's email address; null for a file. */
  readonly storedBy: string | null
  /** The `version` of the file; null for the desk. */
  readonly fileVersion: number | null
  readonly reason: string | null
  /** Differences from the version before, one sentence each. */
  readonly changes: readonly string[]
}

/** Branding as stored: its logo by digest. */
export type StatedBranding = Omit<Branding, 'version' | 'logo'> & {
  readonly logoDigest: string | null
}

/** What a file states. */
export type FileBranding = Pick<StatedBranding, 'name' | 'accent'> & {
  /** SHA-256 of the logo file's bytes, in hex. */
  readonly logoSource: string | null
}

export type NewBrandingVersion = Omit<BrandingVersion, 'version' | 'storedAt'> & {
  readonly branding: StatedBranding
  /** SHA-256 of the logo file's bytes, in hex; null for the desk and without a logo. */
  readonly logoSource: string | null
  /** The number of the newest version when it was made; 0 = none. */
  readonly newest: number
}

export type BrandingStore = {
  readonly readNewest: () => Promise<Branding>
  /** Returns 0 when no version is stored. */
  readonly readNewestVersion: () => Promise<number>
  /** Returns the newest first. */
  readonly readHistory: (limit: number) => Promise<readonly BrandingVersion[]>
  readonly readFileVersion: (fileVersion: number) => Promise<FileBranding | null>
  readonly readNewestFileVersion: () => Promise<number | null>
  /** Stores a logo by its digest, once. It is shown only when a version names it. */
  readonly keepLogo: (logo: Logo) => Promise<void>
  readonly findLogo: (digest: string) => Promise<Logo | null>
  /** Returns null if the newest version is not `newest`, or if the version of the file is already stored. */
  readonly store: (version: NewBrandingVersion) => Promise<BrandingVersion | null>
}

/**
 * Checks a logo by its content, removes what a logo does not need, and makes its pictures. Fails with a sentence of what
 * is wrong.
 */
export type CleanLogo = (bytes: Uint8Array) => Promise<Result<Logo, string>>

/** The branding in force in this process. */
export type BrandingInForce = {
  /** Reads the newest version now. */
  readonly readAgain: () => Promise<void>
}

export type BrandingDeps = {
  readonly brandings: BrandingStore
  readonly cleanLogo: CleanLogo
  readonly brandingInForce: BrandingInForce
}
