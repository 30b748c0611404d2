// The pages' static files, read once. Their URLs contain a digest, so browsers cache them until they change.
import { readFileSync } from 'node:fs'

export type Asset = {
  readonly path: string
  readonly contentType: string
  readonly body: string
  readonly digest: string
}

export const style = load(
  '/assets/style.css',
  [
    'tokens.css',
    'style.css',
    'account.css',
    'orders.css',
    'order-page.css',
    'support.css',
    'docs.css',
    'operators.css',
    'queue.css',
    'desk-phone.css',
    'slips.css',
  ],
  'text/css; charset=utf-8',
)
/** Of the quote page, and of other pages with a 3D view. */
export const quoteStyle = load(
  '/assets/quote.css',
  ['viewer.css', 'quote.css'],
  'text/css; charset=utf-8',
)
export const accountScript = load(
  '/assets/account.js',
  ['account.js'],
  'text/javascript; charset=utf-8',
)
/** On every page of the operator's desk. */
export const deskScript = load(
  '/assets/desk.js',
  ['live.js', 'desk.js'],
  'text/javascript; charset=utf-8',
)
/** On pages about one order: times of the reader, and updates. */
export const orderScript = load(
  '/assets/order.js',
  ['live.js', 'order.js'],
  'text/javascript; charset=utf-8',
)

/** Keys and selection in the work queue. */
export const queueScript = load('/assets/queue.js', ['queue.js'], 'text/javascript; charset=utf-8')

export const icon = load('/assets/icon.svg', ['icon.svg'], 'image/svg+xml')

export const assets: readonly Asset[] = [
  style,
  quoteStyle,
  accountScript,
  deskScript,
  queueScript,
  orderScript,
  icon,
]

/** The URL to use in a page. */
export const assetUrl = (asset: Asset): string => `${asset.path}?v=${asset.digest}`

function load(path: string, files: readonly string[], contentType: string): Asset {
  const body = files.map((file) => readFileSync(`${import.meta.dir}/${file}`, 'utf8')).join('\n')
  const digest = new Bun.CryptoHasher('sha256').update(body).digest('hex').slice(0, 16)
  return { path, contentType, body, digest }
}
