// /buy/ITEM:QUANTITY: a permalink of the Universal Commerce Protocol redirects to the quote page with the part. It
// downloads and stores nothing, because link previews open it as well.
import { isServedCountry } from '../../../domain/catalog/countries.ts'
import { quantityRange } from '../../../domain/catalog/options.ts'
import type { HttpContext } from '../../middleware/context.ts'
import { page } from '../../middleware/page.ts'
import { everyone } from '../../middleware/page-access.ts'
import { permalinkPath } from './profile.ts'
import { quoteOptionsOf } from './read-item.ts'

export const permalinkPages = [
  page({ path: permalinkPath, access: everyone, show: openPermalink }),
  page({ path: `${permalinkPath}/:items`, access: everyone, show: openPermalink }),
]

function openPermalink(
  { deps }: HttpContext,
  { request }: { readonly request: Request },
): Response {
  const { pathname, searchParams } = new URL(request.url)
  const target = new URL('/quote', deps.baseUrl)
  const options = linkOptions(pathname.slice(permalinkPath.length + 1), deps.baseUrl)
  const country = countryOf(searchParams)
  for (const [name, value] of Object.entries({ ...options, ...country })) {
    target.searchParams.set(name, value)
  }
  return new Response(null, {
    status: 303,
    headers: {
      location: `${target.pathname}${target.search}`,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
    },
  })
}

const optionNames = ['model', 'material', 'quality', 'color', 'infill', 'units', 'country'] as const

/**
 * Returns the options of a single item. Empty for several items, which the quote page cannot show, and for invalid
 * items.
 */
function linkOptions(items: string, baseUrl: string): Readonly<Record<string, string>> {
  const [, token = '', quantity = ''] =
    /^([A-Za-z0-9._-]+|~[A-Za-z0-9_-]+):([1-9]\d{0,2})$/.exec(items) ?? []
  const itemId = token.startsWith('~') ? decode(token.slice(1)) : token
  const { min, max } = quantityRange
  if (itemId === null || itemId === '' || Number(quantity) < min || Number(quantity) > max) {
    return {}
  }
  const sent = quoteOptionsOf(itemId, baseUrl) ?? { model: itemId }
  if (!/^https?:\/\//.test(sent['model'] ?? '')) return {}
  const known = optionNames.flatMap((name) => {
    const value = sent[name]
    return value === undefined || hasControl(value) ? [] : [[name, value] as const]
  })
  return { ...Object.fromEntries(known), quantity }
}

/** Decodes canonical base64url text. Returns null for anything else. */
function decode(token: string): string | null {
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.toString('base64url') !== token) return null
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    return hasControl(text) ? null : text
  } catch {
    // TextDecoder throws only for bytes that are not UTF-8.
    return null
  }
}

const hasControl = (text: string): boolean => /\p{Cc}/u.test(text)

/** Returns the country, which is the only protocol field in use. Ignores it if it appears twice, in any spelling. */
function countryOf(query: URLSearchParams): Readonly<Record<string, string>> {
  const sent = [...query].flatMap(([name, value]) =>
    name.replace(/^\/?/, '/') === '/context/address_country' ? [value] : [],
  )
  const [country = ''] = sent
  return sent.length === 1 && isServedCountry(country) ? { country } : {}
}
