// The file of BRANDING_FILE: name, accent color and logo with a version, as JSON. Texts and the seller are files of LEGAL_DIR.
import { isObject } from '../base/is-object.ts'
import type { Log } from '../base/ports.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { fileVersionRule, isFileVersion } from '../base/text/file-version.ts'
import { singleLine } from '../base/text/text.ts'
import { noBranding } from './branding.ts'
import { brandingChanges } from './changes.ts'
import type { BrandingDeps, FileBranding, StatedBranding } from './ports.ts'
import {
  accentRule,
  maxBrandingReasonCharacters,
  readAccent,
  readShopName,
  shopNameRule,
} from './read-branding.ts'
import { statedOf } from './save-branding.ts'

export type BrandingFile = {
  readonly version: number
  readonly name: string | null
  readonly accent: string | null
  /** Path of the logo, relative to the file. */
  readonly logoPath: string | null
  readonly reason: string | null
}

const members = ['version', 'name', 'accent', 'logo', 'reason']

/** Parses the file. Each problem is a sentence. */
export function parseBrandingFile(text: string): Result<BrandingFile, readonly string[]> {
  let stated: unknown
  try {
    stated = JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (error) {
    return fail([`is not valid JSON: ${error instanceof Error ? error.message : String(error)}.`])
  }
  if (!isObject(stated) || Array.isArray(stated)) return fail(['must hold a JSON object.'])
  const { version, name, accent, logo, reason } = stated
  const shownName = optionalText(name, readShopName)
  const shownAccent = optionalText(accent, readAccent)
  const unknown = Object.keys(stated).filter((member) => !members.includes(member))
  const problems = [
    ...unknown.map((member) => `${member} is not known; there are ${members.join(', ')}.`),
    ...(isFileVersion(version) ? [] : [`version ${fileVersionRule}.`]),
    ...(shownName === undefined ? [`name ${shopNameRule}.`] : []),
    ...(shownAccent === undefined ? [`accent ${accentRule}.`] : []),
    ...(isOptionalText(logo, 1000) ? [] : ['logo must be the path of an SVG or PNG file.']),
    ...(isOptionalText(reason, maxBrandingReasonCharacters)
      ? []
      : [`reason must be a text of at most ${maxBrandingReasonCharacters} characters.`]),
  ]
  if (problems.length > 0) return fail(problems)
  return ok({
    version: Number(version),
    name: shownName ?? null,
    accent: shownAccent ?? null,
    logoPath: typeof logo === 'string' && logo !== '' ? logo : null,
    reason: typeof reason === 'string' ? singleLine(reason) || null : null,
  })
}

const isOptionalText = (value: unknown, max: number): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.length <= max)

function optionalText(
  value: unknown,
  read: (text: string) => string | null | undefined,
): string | null | undefined {
  if (value === undefined || value === null) return null
  return typeof value === 'string' ? read(value) : undefined
}

/** The logo that a file names. */
export type LogoFile = {
  /** SHA-256 of the file's bytes, in hex. */
  readonly sourceDigest: string
  /** Cleans and keeps the logo. Returns its digest, or fails with a sentence of what is wrong. */
  readonly keep: () => Promise<Result<string, string>>
}

/**
 * Stores the branding of the file, with the texts and the seller of the desk. Each version of the file is stored once
 * across all processes. Ignores a file that is older than the newest stored one. Fails if the file was changed without a
 * higher version. The logo is cleaned for a new version only, because another release may clean it differently.
 */
export async function applyBrandingFile(
  {
    brandings,
    log,
  }: Pick<BrandingDeps, 'brandings'> & { readonly log: Pick<Log, 'info' | 'warn'> },
  file: BrandingFile,
  readLogo: () => Result<LogoFile | null, string>,
): Promise<Result<null, string>> {
  // Another process may store a version in the meantime.
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const newestFile = await brandings.readNewestFileVersion()
    if (newestFile !== null && file.version < newestFile) {
      log.warn('branding.file_outdated', { version: file.version, newest: newestFile })
      return ok(null)
    }
    const stored = await brandings.readFileVersion(file.version)
    const logo = readLogo()
    if (!logo.ok) return logo
    const logoSource = logo.value?.sourceDigest ?? null
    const { name, accent } = file
    if (stored !== null) {
      const changes = fileChanges(stored, { name, accent, logoSource })
      if (changes.length === 0) return ok(null)
      return fail(
        `version ${file.version} was stored with another branding (${changes.join(' ')}) Set "version" to ${file.version + 1} or more.`,
      )
    }
    const kept = logo.value === null ? ok(null) : await logo.value.keep()
    if (!kept.ok) return kept
    const before = await brandings.readNewest()
    const stated: StatedBranding = { ...statedOf(before), name, accent, logoDigest: kept.value }
    const written = await brandings.store({
      branding: stated,
      origin: 'file',
      storedBy: null,
      fileVersion: file.version,
      logoSource,
      reason: file.reason,
      changes: brandingChanges(statedOf(before), stated),
      newest: before.version,
    })
    if (written !== null) {
      log.info('branding.file_stored', { version: file.version })
      return ok(null)
    }
  }
  return fail('could not be stored, because other versions were stored at the same time.')
}

/** Returns one sentence per difference. */
function fileChanges(stored: FileBranding, now: FileBranding): readonly string[] {
  const statedAs = ({ name, accent, logoSource }: FileBranding): StatedBranding => ({
    ...statedOf(noBranding),
    name,
    accent,
    logoDigest: logoSource,
  })
  return brandingChanges(statedAs(stored), statedAs(now))
}
