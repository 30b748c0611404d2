// Static files of the pages, read or built once. Their URLs contain a digest, so browsers cache them until they change.

import { readFileSync } from 'node:fs'
import { keysOf } from '../../domain/base/keys-of.ts'
import type { Language } from '../languages/languages.ts'
import { partMessages } from '../languages/script-messages.ts'

const scriptType = 'text/javascript; charset=utf-8'

export type Asset = {
  readonly path: string
  readonly contentType: string
  readonly body: string | Uint8Array<ArrayBuffer>
  readonly digest: string
}

const deskSections = [
  ...['page', 'header', 'tiles', 'tables', 'controls', 'charts', 'states', 'wall'],
  ...['pictures', 'printers', 'plates', 'floor', 'shop', 'filament', 'pack'],
]
const quoteSections = [
  ...['page', 'stage', 'parts', 'file', 'changes', 'findings', 'choices', 'price', 'widths'],
  'link',
]

export const style = loadStyles('/assets/style.css', [
  'tokens.css',
  'style.css',
  'account.css',
  'orders.css',
  'order-page.css',
  'support.css',
  'commands.css',
  ...inFolder('operators', ...deskSections),
  'queue.css',
  'desk-phone.css',
  'slips.css',
  'customs.css',
  'document.css',
  'cart.css',
])
export const homeStyle = loadStyles('/assets/home.css', ['drop.css', 'tabs.css', 'home.css'])
/** For pages that offer the samples without an upload area. */
export const dropStyle = loadStyles('/assets/drop.css', ['drop.css'])
/** For the quote page and other pages with a 3D view. */
export const quoteStyle = loadStyles('/assets/quote.css', [
  'viewer.css',
  'drop.css',
  ...inFolder('quotes', ...quoteSections),
])
/** For the documentation. */
export const docsStyle = loadStyles('/assets/docs.css', ['tabs.css', 'reference.css', 'docs.css'])
/** For the gallery, model pages, and the page that generates a model. */
export const galleryStyle = loadStyles('/assets/gallery.css', ['gallery.css'])

const scripts = await buildScripts({
  account: 'accounts/account.ts',
  cart: 'cart/cart.ts',
  desk: 'operators/desk.ts',
  order: 'orders/order.ts',
  queue: 'operators/queue.ts',
  print: 'base/print.ts',
})
export const accountScript = scripts.account
/** For the basket and the checkout. Contains the script of account pages. */
export const cartScript = scripts.cart
/** Script of every operator page. */
export const deskScript = scripts.desk
/** Script of order pages: local times and updates. */
export const orderScript = scripts.order
/** Keyboard shortcuts and selection in the work queue, and print buttons. */
export const queueScript = scripts.queue
/** For invoices and credit notes. */
export const printScript = scripts.print

export const icon = load('/assets/icon.svg', ['icon.svg'], 'image/svg+xml')
/** Icon at 256 x 256 px (docs/draw-icon.ts), for MCP clients and directories without SVG support. */
export const iconPng = loadPng('/assets/icon.png', 'icon.png')
/** Assets that pages of other origins may show: agent clients and directories show the icon. */
export const embeddable: ReadonlySet<Asset> = new Set([icon, iconPng])

/** Sample parts as the geometry core draws them (docs/draw-samples.ts). */
export const samplePictures = {
  gear: samplePicture('gear'),
  vase: samplePicture('vase'),
  faulty: samplePicture('faulty'),
} as const

/** Cube of 20 mm, which the guides print. */
export const sampleModel = assetOf(
  '/assets/samples/cube.stl',
  'model/stl',
  new Uint8Array(readFileSync(`${import.meta.dir}/samples/cube.stl`)),
)

/** Messages about parts for the script of the quote page (languages/script-messages.ts). */
export const partWords: Readonly<Record<Language, Asset>> = {
  en: partWordsIn('en'),
  de: partWordsIn('de'),
  fr: partWordsIn('fr'),
  es: partWordsIn('es'),
}

export const assets: readonly Asset[] = [
  style,
  homeStyle,
  dropStyle,
  quoteStyle,
  galleryStyle,
  docsStyle,
  accountScript,
  cartScript,
  deskScript,
  queueScript,
  printScript,
  orderScript,
  icon,
  iconPng,
  sampleModel,
  ...Object.values(partWords),
  ...Object.values(samplePictures).flatMap(({ light, dark }) => [light, dark]),
]

/** Returns the URL to use in a page. */
export const assetUrl = (asset: Asset): string => `${asset.path}?v=${asset.digest}`

function partWordsIn(language: Language): Asset {
  const type = 'text/plain; charset=utf-8'
  return assetOf(`/assets/part-words-${language}.txt`, type, partMessages(language))
}

function load(path: string, files: readonly string[], contentType: string): Asset {
  const body = files.map((file) => readFileSync(`${import.meta.dir}/${file}`, 'utf8')).join('\n')
  return assetOf(path, contentType, body)
}
function loadStyles(path: string, files: readonly string[]): Asset {
  return assetOf(path, 'text/css; charset=utf-8', files.map(readStyles).join('\n'))
}
/** Reads a stylesheet and removes its comments, which only help readers of the source. */
function readStyles(file: string): string {
  const source = readFileSync(`${import.meta.dir}/${file}`, 'utf8')
  const [rules = '', ...commented] = source.split('/*')
  const uncommented = commented.map((part) => part.slice(part.indexOf('*/') + 2).trimStart())
  return rules + uncommented.join('')
}
/** Returns the paths of files in a folder. A later file overrides an earlier one. */
function inFolder(folder: string, ...names: readonly string[]): readonly string[] {
  return names.map((name) => `${folder}/${name}.css`)
}

/**
 * Builds small scripts that pages work without, one file each, in about 15 ms. browser-bundle.ts has the large ones.
 */
async function buildScripts<Name extends string>(
  entries: Readonly<Record<Name, string>>,
): Promise<Readonly<Record<Name, Asset>>> {
  const folder = `${import.meta.dir}/../../browser`
  const names = keysOf(entries)
  const { outputs } = await Bun.build({
    entrypoints: names.map((name) => `${folder}/${entries[name]}`),
    target: 'browser',
    // Keeps the names of this script separate from those of the page's other scripts.
    format: 'iife',
    minify: true,
  })
  const built = await Promise.all(
    outputs.map(async (output, index) => {
      const name = names[index]
      return [name, assetOf(`/assets/${name}.js`, scriptType, await output.text())] as const
    }),
  )
  return Object.fromEntries(built) as Record<Name, Asset>
}

function samplePicture(name: string): { readonly light: Asset; readonly dark: Asset } {
  const sample = (file: string) => loadPng(`/assets/samples/${file}`, `samples/${file}`)
  return { light: sample(`${name}-light.png`), dark: sample(`${name}-dark.png`) }
}

function loadPng(path: string, file: string): Asset {
  return assetOf(path, 'image/png', new Uint8Array(readFileSync(`${import.meta.dir}/${file}`)))
}

function assetOf(path: string, contentType: string, body: Asset['body']): Asset {
  const digest = new Bun.CryptoHasher('sha256').update(body).digest('hex').slice(0, 16)
  return { path, contentType, body, digest }
}
