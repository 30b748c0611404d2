// The fields of the form on the shop's branding.
import type { TypedBranding } from '../../../domain/branding/read-branding.ts'

/** Fields as typed. `logo` is the digest of the logo that the page shows. */
export type TypedShop = TypedBranding & { readonly reason: string }
