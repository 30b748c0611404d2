// The shop's branding: its name, logo and accent color, its legal texts and the seller on invoices. The host selects it: the server sets
// the branding in force in its process.

/** Name on pages, emails and documents of a shop without its own. */
export const defaultShopName = 'Print farm'

/** Pages whose text a shop can replace. */
export const brandedTextNames = ['terms', 'privacy', 'refunds', 'contact'] as const
export type BrandedTextName = (typeof brandedTextNames)[number]

export type LogoType = 'image/svg+xml' | 'image/png'

/** A cleaned logo and the pictures made of it. */
export type Logo = {
  /** SHA-256 of the cleaned file, in hex. */
  readonly digest: string
  readonly type: LogoType
  /** Natural size in px. */
  readonly width: number
  readonly height: number
  readonly body: Uint8Array<ArrayBuffer>
  /** PNG for emails, because mail programs do not show SVG. At most 96 px high, for a display at 48 px. */
  readonly mailPng: Uint8Array<ArrayBuffer>
  /** PNG of 256 x 256 px with a transparent margin, for browser tabs and agent clients. */
  readonly iconPng: Uint8Array<ArrayBuffer>
  /** Whether it is too dark for the dark color scheme, where it gets a light background. */
  readonly isDark: boolean
}

export type Branding = {
  /** The number of the stored version; 0 = none is stored. */
  readonly version: number
  /** null = the default name. */
  readonly name: string | null
  /** `#rrggbb` in lower case; null = the default color. */
  readonly accent: string | null
  readonly logo: Logo | null
  /** Markdown by page. A page without one has the text of LEGAL_DIR or the default. */
  readonly texts: Readonly<Partial<Record<BrandedTextName, string>>>
  /** Lines of name, address and tax number; empty = those of `seller.txt`. */
  readonly seller: readonly string[]
}

export const noBranding: Branding = {
  version: 0,
  name: null,
  accent: null,
  logo: null,
  texts: {},
  seller: [],
}

/** Source of the branding in force. The server replaces `read` once, at startup. */
export const brandingSource: { read: () => Branding } = { read: () => noBranding }

export const branding = (): Branding => brandingSource.read()

/** Returns the shop's name. */
export const shopName = (): string => branding().name ?? defaultShopName
