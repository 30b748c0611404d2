// The website's quote page as the next step of a caller without a key (decisions.md 59): it opens with the part, the options and the
// price, and a person pays there.
import { readModelAddress } from '../server/domain/models/model-address.ts'
import { readSizedAddress } from '../server/domain/quotes/sized-address.ts'
import type { Fields } from './content.ts'

/** The options of the page that tools have under the same name. */
const optionNames = ['material', 'color', 'quality', 'quantity', 'infill', 'country'] as const
const maxValueCharacters = 200

/**
 * `args` may be anything that a client sent. A model that is not a link is left out: only its account may read it. A link with a size
 * or a unit that does not exist goes to the page as it is, which says so.
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

/** The unit has a field of its own on the page; the size stays at the end of the link. */
function linkOf(text: string): { readonly link: string; readonly units: string | null } {
  const sized = readSizedAddress(text)
  const model = sized.ok ? readModelAddress(sized.value.address) : null
  if (!sized.ok || !model?.ok) return { link: text, units: null }
  const { uri, units } = model.value
  const { sizeMm } = sized.value
  return { link: sizeMm === null ? uri : `${uri}#sizeMm=${sizeMm}`, units }
}
