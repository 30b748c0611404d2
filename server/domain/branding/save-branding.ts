// Saving of branding by an operator on the desk.
import { fail, ok, type Result } from '../base/result.ts'
import { cutText, singleLine } from '../base/text/text.ts'
import { type Branding, type Logo, noBranding } from './branding.ts'
import { brandingChanges } from './changes.ts'
import type { BrandingDeps, BrandingVersion, StatedBranding } from './ports.ts'
import {
  type BrandingProblems,
  maxBrandingReasonCharacters,
  readTypedBranding,
  type TypedBranding,
} from './read-branding.ts'

export type CheckedBranding = {
  readonly branding: StatedBranding
  readonly logo: Logo | null
  readonly changes: readonly string[]
  /** The number of the newest stored version; 0 = none. */
  readonly newest: number
}

export type BrandingFailure =
  | { readonly kind: 'branding_wrong'; readonly problems: BrandingProblems }
  | { readonly kind: 'branding_unchanged' }
  /** Another version was stored after the preview. */
  | { readonly kind: 'branding_saved_since' }

export const statedOf = ({ name, accent, logo, texts, seller }: Branding): StatedBranding => ({
  name,
  accent,
  logoDigest: logo?.digest ?? null,
  texts,
  seller,
})

/** Returns the form's fields for a branding. */
export const typedOf = (stated: StatedBranding): TypedBranding => ({
  name: stated.name ?? '',
  accent: stated.accent ?? '',
  logo: stated.logoDigest ?? '',
  seller: stated.seller.join('\n'),
  terms: stated.texts.terms ?? '',
  privacy: stated.texts.privacy ?? '',
  refunds: stated.texts.refunds ?? '',
  contact: stated.texts.contact ?? '',
})

/** Checks the fields and returns the changes. Stores nothing. */
export async function checkBranding(
  { brandings }: Pick<BrandingDeps, 'brandings'>,
  typed: TypedBranding,
): Promise<Result<CheckedBranding, BrandingFailure>> {
  const { branding, problems } = readTypedBranding(typed)
  if (Object.keys(problems).length > 0) return fail({ kind: 'branding_wrong', problems })
  const { logoDigest } = branding
  const logo = logoDigest === null ? null : await brandings.findLogo(logoDigest)
  if (logoDigest !== null && logo === null) {
    return fail({ kind: 'branding_wrong', problems: { logo: 'Choose the logo again.' } })
  }
  const before = await brandings.readNewest()
  return ok({
    branding,
    logo,
    changes: brandingChanges(statedOf(before), branding),
    newest: before.version,
  })
}

/** Stores the branding, which this process shows at once. Records the operator action. `newest`: value of the preview. */
export async function saveBranding(
  deps: Pick<BrandingDeps, 'brandings' | 'brandingInForce'>,
  by: string,
  typed: TypedBranding & { readonly newest: string; readonly reason: string },
): Promise<Result<BrandingVersion, BrandingFailure>> {
  const checked = await checkBranding(deps, typed)
  if (!checked.ok) return checked
  const { branding, changes, newest } = checked.value
  if (changes.length === 0) return fail({ kind: 'branding_unchanged' })
  if (typed.newest !== String(newest)) return fail({ kind: 'branding_saved_since' })
  const stored = await deps.brandings.store({
    branding,
    origin: 'desk',
    storedBy: by,
    fileVersion: null,
    logoSource: null,
    reason: cutText(singleLine(typed.reason), maxBrandingReasonCharacters) || null,
    changes,
    newest,
  })
  if (stored === null) return fail({ kind: 'branding_saved_since' })
  await deps.brandingInForce.readAgain()
  return ok(stored)
}

/** Returns the fields of the default branding. */
export const defaultTyped: TypedBranding = typedOf(statedOf(noBranding))
