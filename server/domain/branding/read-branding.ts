// Reads and checks branding from the desk's form or a file.
import { isSha256Hex } from '../base/hash.ts'
import { isObject } from '../base/is-object.ts'
import { hexOfText } from '../base/text/hex-color.ts'
import { singleLine } from '../base/text/text.ts'
import { type BrandedTextName, brandedTextNames } from './branding.ts'
import type { StatedBranding } from './ports.ts'

export const shopNameLengths = { min: 2, max: 60 } as const
/** Longest text of a page, in characters. */
const maxBrandedTextCharacters = 40_000
export const maxSellerLines = 12
const maxSellerLineCharacters = 120
export const maxBrandingReasonCharacters = 500

/** Fields of the desk's form. */
export type TypedBranding = {
  readonly name: string
  readonly accent: string
  readonly logo: string
  readonly seller: string
} & Readonly<Record<BrandedTextName, string>>

/** Sentences by field. Empty if everything is right. */
export type BrandingProblems = Readonly<Partial<Record<keyof TypedBranding, string>>>

/** They would be markup in documents that are written in Markdown. */
const nameMarkup = /[<>[\]{}`\\|*_#]/

/**
 * Returns the name, null for an empty one, or undefined if it cannot be used. Line ends and invisible characters are
 * refused instead of removed, because a name with them was not typed.
 */
export function readShopName(typed: string): string | null | undefined {
  const name = typed.trim()
  if (name === '') return null
  const length = [...name].length
  const isUsable =
    singleLine(name) === name &&
    !/ {2}/.test(name) &&
    !nameMarkup.test(name) &&
    /[\p{L}\p{N}]/u.test(name)
  return isUsable && length >= shopNameLengths.min && length <= shopNameLengths.max
    ? name
    : undefined
}

export const shopNameRule = `must have ${shopNameLengths.min} to ${shopNameLengths.max} characters in one line, and none of < > [ ] { } \` \\ | * _ #`

/** Returns the color as `#rrggbb`, null for an empty text, or undefined if it is no color. Accepts 3 or 6 digits. */
export function readAccent(typed: string): string | null | undefined {
  return typed.trim() === '' ? null : (hexOfText(typed) ?? undefined)
}

export const accentRule = 'must be a hex color such as #0b6b4f'

export const isLogoDigest = isSha256Hex

/** Reads the form. Its logo is the digest of one that was cleaned and kept, or empty. */
export function readTypedBranding(typed: TypedBranding): {
  readonly branding: StatedBranding
  readonly problems: BrandingProblems
} {
  const name = readShopName(typed.name)
  const accent = readAccent(typed.accent)
  const seller = sellerLinesOf(typed.seller)
  const texts = Object.fromEntries(
    brandedTextNames.flatMap((page) => {
      const text = typed[page].replaceAll('\r\n', '\n').trim()
      return text === '' ? [] : [[page, text]]
    }),
  )
  const tooLong = brandedTextNames.filter((page) => typed[page].length > maxBrandedTextCharacters)
  const isSellerWrong =
    seller.length > maxSellerLines ||
    seller.some((line) => [...line].length > maxSellerLineCharacters)
  return {
    branding: {
      name: name ?? null,
      accent: accent ?? null,
      logoDigest: isLogoDigest(typed.logo) ? typed.logo : null,
      texts,
      seller,
    },
    problems: {
      ...(name === undefined && { name: `The name ${shopNameRule}.` }),
      ...(accent === undefined && { accent: `The color ${accentRule}.` }),
      ...(isSellerWrong && {
        seller: `The seller must have at most ${maxSellerLines} lines of ${maxSellerLineCharacters} characters.`,
      }),
      ...Object.fromEntries(
        tooLong.map((page) => [
          page,
          `The text must have at most ${maxBrandedTextCharacters.toLocaleString('en-US')} characters.`,
        ]),
      ),
    },
  }
}

const sellerLinesOf = (text: string): readonly string[] =>
  text
    .slice(0, 10_000)
    .split('\n')
    .map((line) => singleLine(line))
    .filter((line) => line !== '')

/**
 * Reads branding that was checked when it was stored, possibly by another release: ignores unknown members, and converts a
 * name to one line. Returns null if it has another shape.
 */
export function readStoredBranding(stored: unknown): StatedBranding | null {
  if (!isObject(stored)) return null
  const { name = null, accent = null, logoDigest = null, texts = {}, seller = [] } = stored
  if (!isTextOrNull(name) || !isTextOrNull(accent) || !isTextOrNull(logoDigest)) return null
  if (!isObject(texts) || !Array.isArray(seller)) return null
  const shownAccent = accent === null ? null : readAccent(accent)
  const shownName = name === null ? null : singleLine(name)
  return {
    name: shownName === '' ? null : shownName,
    accent: shownAccent ?? null,
    logoDigest: logoDigest !== null && isLogoDigest(logoDigest) ? logoDigest : null,
    texts: Object.fromEntries(
      brandedTextNames.flatMap((page) => {
        const text = texts[page]
        return typeof text === 'string' ? [[page, text]] : []
      }),
    ),
    seller: seller.filter((line: unknown) => typeof line === 'string').map(singleLine),
  }
}

const isTextOrNull = (value: unknown): value is string | null =>
  value === null || typeof value === 'string'
