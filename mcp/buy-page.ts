// The website's quote page as the next step for a caller without a key (decisions.md 59). It opens with the part, the
// options and the price, and the user pays there.
import { readModelAddress } from '../server/domain/models/model-address.ts'
import { readSizedAddress } from '../server/domain/quotes/sized-address.ts'
import type { Fields } from './content.ts'

/** Options of the page that have the same name in the tools. */
const optionNames = ['material', 'color', 'quality', 'quantity', 'infill', 'country'] as const
const maxValueCharacters = 200

/**
 * Returns the URL. `args` may contain anything that a client sent. A model that is not a link is omitted, because only
 * its account may read it. A link with an invalid size or unit is passed unchanged, and the page reports it.
 */
export function quotePageUrl(baseUrl: string, args: Fields): string {
  const chosen = new URLSearchParams()
  const sent = args['model_url']
  if (typeof sent === 'string' && /^https:\/\//i.test(sent.trim())) {
    const { link, units } = linkOf(sent.trim())
    chosen.set('model', link)
    if (units !== null) chosen.set('units', units)
  }
  for (const name of optionNames) {
    const value = args[name]
    if (typeof value !== 'string' && typeof value !== 'number') continue
    const text = String(value).trim()
    if (text !== '' && text.length <= maxValueCharacters) chosen.set(name, text)
  }
  const query = chosen.toString()
  return `${baseUrl}/quote${query === '' ? '' : `?${query}`}`
}

/** Splits the link. The page has a separate field for the unit, while the size remains at the end of the link. */
function linkOf(text: string): { readonly link: string; readonly units: string | null } {
  const sized = readSizedAddress(text)
  const model = sized.ok ? readModelAddress(sized.value.address) : null
  if (!sized.ok || !model?.ok) return { link: text, units: null }
  const { uri, units } = model.value
  const { sizeMm } = sized.value
  return { link: sizeMm === null ? uri : `${uri}#sizeMm=${sizeMm}`, units }
}
