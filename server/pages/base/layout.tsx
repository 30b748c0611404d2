// The layout of every page: head, header, footer, and the security headers of the response.
import { documentOf } from '../../html/document.ts'
import type { Child, Markup } from '../../html/markup.ts'
import { assetUrl, icon, style } from '../assets/assets.ts'
import type { PageVisitor } from './visitor.ts'

export type PageOptions = {
  readonly title: string
  readonly body: Markup
  readonly status?: number
  readonly headers?: Headers
  /** URLs of our own scripts, run in this order once the document is parsed. */
  readonly script?: string | readonly string[]
  /** URLs of our own bundled modules. */
  readonly modules?: readonly string[]
  /** URLs of our own stylesheets beside the common one. */
  readonly stylesheets?: readonly string[]
  /** The page runs the geometry core: workers, WASM, and pictures that the browser makes itself. */
  readonly runsCore?: boolean
  /** Scripts of the page send requests: they follow an event stream, search, or try an endpoint. Work pages may do so without it. */
  readonly live?: boolean
  /** Shows pictures that the visitor chose, before they are sent. */
  readonly previews?: boolean
  /** The visitor. null on pages that are the same for everyone: the header then leaves out the number of parts in the basket. */
  readonly visitor: PageVisitor | null
  /** Uses the width of large screens. */
  readonly wide?: boolean
  /** Other origins that a form of this page may be redirected to; browsers apply form-action to redirects too. */
  readonly formTargets?: readonly string[]
  /** Work pages use the whole width and bring their own header; the default is text at reading width. */
  readonly work?: { readonly header: Child }
}

/**
 * The whole document as a response. Pages show one person's data, so no cache may store them. Headers that every response has are set
 * in server/http/middleware/finish.ts.
 */
export function pageResponse(options: PageOptions): Response {
  const headers = new Headers(options.headers)
  headers.set('content-type', 'text/html; charset=utf-8')
  headers.set('cache-control', 'no-store')
  headers.set('content-security-policy', policyOf(options))
  headers.set('x-frame-options', 'DENY')
  headers.set('permissions-policy', 'camera=(), geolocation=(), microphone=()')
  return new Response(pageOf(options), { status: options.status ?? 200, headers })
}

function policyOf(options: PageOptions): string {
  const { formTargets = [], work, runsCore = false, live = false, previews = false } = options
  const images = runsCore ? ' blob: data:' : previews ? ' blob:' : ''
  return [
    "default-src 'none'",
    "style-src 'self'",
    // Compiling WASM is allowed without allowing eval.
    `script-src 'self'${runsCore ? " 'wasm-unsafe-eval'" : ''}`,
    `img-src 'self'${images}`,
    ...(runsCore ? ["worker-src 'self'"] : []),
    ...(work !== undefined || runsCore || live ? ["connect-src 'self'"] : []),
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
  stylesheets = [],
  work,
  visitor,
  wide = false,
}: PageOptions): string {
  return documentOf(
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{`${title} · Print farm`}</title>
        <link rel="stylesheet" href={assetUrl(style)} />
        {stylesheets.map((url) => (
          <link rel="stylesheet" href={url} />
        ))}
        <link rel="icon" href={assetUrl(icon)} type="image/svg+xml" />
        {[script ?? []].flat().map((url) => (
          <script src={url} defer></script>
        ))}
        {modules.map((url) => (
          <script src={url} type="module"></script>
        ))}
      </head>
      <body class={work === undefined ? (wide ? 'wide' : undefined) : 'work'}>
        <a class="skip" href="#content">
          Skip to the content
        </a>
        {work === undefined ? <Header visitor={visitor} /> : work.header}
        <main id="content">{body}</main>
        {work === undefined ? <Footer /> : ''}
      </body>
    </html>,
  )
}

function Header({ visitor }: { visitor: PageVisitor | null }) {
  const { basketParts = 0 } = visitor ?? {}
  return (
    <header class="top">
      <a class="brand" href="/">
        <Mark />
        Print farm
      </a>
      <nav aria-label="Main">
        <a href="/quote">Quote</a>
        <a href="/generate">Generate</a>
        <a href="/gallery">Gallery</a>
        <a href="/docs">Docs</a>
        <a href="/basket">
          Basket
          {basketParts === 0 ? '' : <BasketCount parts={basketParts} />}
        </a>
        <a href="/account">Account</a>
      </nav>
    </header>
  )
}

function Footer() {
  return (
    <footer class="foot">
      <p>3D models in, printed parts by mail.</p>
      <nav aria-label="About">
        <a href="/gift-cards">Gift cards</a>
        <a href="/terms">Terms</a>
        <a href="/privacy">Privacy</a>
        <a href="/refunds">Refunds</a>
        <a href="/help">Help</a>
        <a href="/contact">Contact</a>
      </nav>
    </footer>
  )
}

function BasketCount({ parts }: { parts: number }) {
  return (
    <span class="count">
      {String(parts)}
      <span class="visually-hidden">{parts === 1 ? ' part' : ' parts'}</span>
    </span>
  )
}

/** The logo: layers under a nozzle. */
export function Mark() {
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
