// Layout of every page: head, header, footer, and the security headers of the response.
import { branding, type Logo, shopName } from '../../domain/branding/branding.ts'
import { documentOf } from '../../html/document.ts'
import type { Child, Markup } from '../../html/markup.ts'
import { assetUrl, icon, style } from '../assets/assets.ts'
import type { Scheme } from '../branding/accent.ts'
import { accentIconUrl, accentStyleUrl, logoIconUrl, logoUrl } from '../branding/brand-assets.ts'
import { english, type Words } from '../languages/words.ts'
import { EnglishLink, LanguageSwitch, PageAddresses, type PageLanguage } from './page-language.tsx'
import type { PageVisitor } from './visitor.ts'

export type PageOptions = {
  readonly title: string
  readonly body: Markup
  readonly status?: number
  readonly headers?: Headers
  /** URLs of classic scripts, run in this order after the document is parsed. */
  readonly script?: string | readonly string[]
  /** URLs of bundled modules. */
  readonly modules?: readonly string[]
  /** URLs of scripts and WASM files that a module loads as it starts. */
  readonly preloads?: readonly string[]
  /** URLs of stylesheets in addition to the common one. */
  readonly stylesheets?: readonly string[]
  /** Whether the page runs the geometry core: workers, WASM, and pictures that the browser generates. */
  readonly runsCore?: boolean
  /**
   * Whether scripts of the page send requests: they follow an event stream, search, or try an endpoint. Work pages may
   * do this without the flag.
   */
  readonly isLive?: boolean
  /** Whether the page previews pictures that the visitor chose, before they are sent. */
  readonly previews?: boolean
  /**
   * The visitor, or null on pages that are the same for everyone. Their header omits the number of parts in the basket.
   */
  readonly visitor: PageVisitor | null
  /** Language of a page that is in the catalog as a whole. Other pages omit it and are in English. */
  readonly language?: PageLanguage | undefined
  /** Address of a public page for search engines, with the service's origin. Only with `language`. */
  readonly publicUrl?: string
  /** Whether the page uses the width of large screens. */
  readonly isWide?: boolean
  /** Other origins that a form of this page may redirect to. Browsers apply form-action to redirects as well. */
  readonly formTargets?: readonly string[]
  /** Work pages use the full width and provide the header. Other pages contain text at reading width. */
  readonly work?: { readonly header: Child }
}

/**
 * Returns the whole document as a response. Pages contain personal data, so caches must not store them.
 * server/http/middleware/finish-responses.ts sets the headers common to all responses.
 */
export function pageResponse(options: PageOptions): Response {
  const headers = new Headers(options.headers)
  headers.set('content-type', 'text/html; charset=utf-8')
  headers.set('cache-control', 'no-store')
  if (options.language !== undefined) {
    headers.set('content-language', options.language.words.language)
    headers.append('vary', 'accept-language, cookie')
  }
  headers.set('content-security-policy', policyOf(options))
  headers.set('x-frame-options', 'DENY')
  headers.set('permissions-policy', 'camera=(), geolocation=(), microphone=()')
  return new Response(pageOf(options), { status: options.status ?? 200, headers })
}

function policyOf(options: PageOptions): string {
  const { formTargets = [], work, runsCore = false, isLive = false, previews = false } = options
  const images = runsCore ? ' blob: data:' : previews ? ' blob:' : ''
  return [
    "default-src 'none'",
    "style-src 'self'",
    // Allows compiling WASM without allowing eval.
    `script-src 'self'${runsCore ? " 'wasm-unsafe-eval'" : ''}`,
    `img-src 'self'${images}`,
    ...(runsCore ? ["worker-src 'self'"] : []),
    ...(work !== undefined || runsCore || isLive ? ["connect-src 'self'"] : []),
    `form-action ${["'self'", ...formTargets].join(' ')}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

function pageOf({
  title,
  body,
  script,
  modules = [],
  preloads = [],
  stylesheets = [],
  work,
  visitor,
  isWide = false,
  language,
  publicUrl,
}: PageOptions): string {
  const words = language?.words ?? english
  return documentOf(
    <html lang={words.language}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{`${title} · ${shopName()}`}</title>
        <link rel="stylesheet" href={assetUrl(style)} />
        {stylesheets.map((url) => (
          <link rel="stylesheet" href={url} />
        ))}
        <Face />
        {publicUrl === undefined || language === undefined ? (
          ''
        ) : (
          <PageAddresses url={publicUrl} language={language} />
        )}
        {[script ?? []].flat().map((url) => (
          <script src={url} defer></script>
        ))}
        {modules.map((url) => (
          <script src={url} type="module"></script>
        ))}
        {preloads.map((url) =>
          url.endsWith('.wasm') ? (
            <link rel="preload" href={url} as="fetch" type="application/wasm" crossorigin="" />
          ) : (
            <link rel="modulepreload" href={url} />
          ),
        )}
      </head>
      <body class={work === undefined ? (isWide ? 'wide' : undefined) : 'work'}>
        <a class="skip" href="#content">
          {words.text('frame.skip')}
        </a>
        {work === undefined ? <Header visitor={visitor} words={words} /> : work.header}
        <main id="content">{body}</main>
        {work === undefined ? <Footer language={language} words={words} /> : ''}
      </body>
    </html>,
  )
}

function Header({ visitor, words }: { visitor: PageVisitor | null; words: Words }) {
  const { basketParts = 0 } = visitor ?? {}
  return (
    <header class="top">
      <a class="brand" href="/">
        <Mark />
        {shopName()}
      </a>
      <nav aria-label={words.text('frame.main')}>
        <a href="/quote">{words.text('frame.quote')}</a>
        <EnglishLink words={words} href="/generate">
          {words.text('frame.generate')}
        </EnglishLink>
        <EnglishLink words={words} href="/gallery">
          {words.text('frame.gallery')}
        </EnglishLink>
        <EnglishLink words={words} href="/docs">
          {words.text('frame.docs')}
        </EnglishLink>
        <a href="/basket">
          {words.text('frame.basket')}
          {basketParts === 0 ? '' : <BasketCount parts={basketParts} words={words} />}
        </a>
        <EnglishLink words={words} href="/account">
          {words.text('frame.account')}
        </EnglishLink>
      </nav>
    </header>
  )
}

type FooterProps = { language: PageLanguage | undefined; words: Words }

function Footer({ language, words }: FooterProps) {
  return (
    <footer class="foot">
      <p>{words.text('frame.slogan')}</p>
      <nav aria-label={words.text('frame.about')}>
        <EnglishLink words={words} href="/gift-cards">
          {words.text('frame.giftCards')}
        </EnglishLink>
        <EnglishLink words={words} href="/terms">
          {words.text('frame.terms')}
        </EnglishLink>
        <EnglishLink words={words} href="/privacy">
          {words.text('frame.privacy')}
        </EnglishLink>
        <EnglishLink words={words} href="/refunds">
          {words.text('frame.refunds')}
        </EnglishLink>
        <EnglishLink words={words} href="/help">
          {words.text('frame.help')}
        </EnglishLink>
        <EnglishLink words={words} href="/contact">
          {words.text('frame.contact')}
        </EnglishLink>
      </nav>
      {language === undefined ? '' : <LanguageSwitch {...language} />}
    </footer>
  )
}

function BasketCount({ parts, words }: { parts: number; words: Words }) {
  return (
    <span class="count">
      {String(parts)}
      <span class="visually-hidden">{words.text('frame.basketParts', { count: parts })}</span>
    </span>
  )
}

/** The shop's colors, which come after every other stylesheet, and its icon. */
function Face() {
  const { accent, logo } = branding()
  return (
    <>
      {accent === null ? '' : <link rel="stylesheet" href={accentStyleUrl(accent)} />}
      {logo !== null ? (
        <link rel="icon" href={logoIconUrl(logo)} type="image/png" />
      ) : (
        <link
          rel="icon"
          href={accent === null ? assetUrl(icon) : accentIconUrl(accent)}
          type="image/svg+xml"
        />
      )}
    </>
  )
}

/** The shop's logo, or the default one: layers under a nozzle. The name follows it, so it has no text of its own. */
export function Mark({ isDefault = false }: { readonly isDefault?: boolean }) {
  const { logo } = branding()
  if (logo !== null && !isDefault) return <LogoImage logo={logo} />
  return (
    <svg viewBox="0 0 28 28" aria-hidden="true" focusable="false">
      <path fill="currentColor" d="M9 2h10v6l-3 4h-4L9 8z" />
      <path
        stroke="currentColor"
        stroke-width="2.5"
        stroke-linecap="round"
        d="M8 16.5h12M6 21h16M4 25.5h20"
      />
    </svg>
  )
}

type LogoImageProps = {
  readonly logo: Logo
  /** On a page of both color schemes: the one around it. */
  readonly scheme?: Scheme
}

/** A logo at the height of the name. A dark one has a light background in the dark color scheme. */
export const LogoImage = ({ logo, scheme }: LogoImageProps) => (
  <img
    class={['brand-logo', logo.isDark && (scheme === undefined ? 'dark-logo' : `on-${scheme}`)]}
    src={logoUrl(logo)}
    alt=""
    width={logo.width}
    height={logo.height}
  />
)
