// The website's quote page as the next step of a caller without a key (decisions.md 59): it opens with the part, the options and the
// price, and a person pays there.
import { readModelAddress } from '../server/domain/models/model-address.ts'
import type { Fields } from './content.ts'

/** The options of the page that tools have under the same name. */
const optionNames = ['material', 'color', 'quality', 'quantity', 'infill', 'country'] as const
const maxValueCharacters = 200

/** `args` may be anything that a client sent. A model that is not a link is left out: only its account may read it. */
export function quotePageUrl(baseUrl: string, args: Fields): string {
  const chosen = new URLSearchParams()
  const sent = args['model_url']
  const model = typeof sent === 'string' ? readModelAddress(sent) : null
  if (model?.ok && /^https:\/\//i.test(model.value.uri)) {
    chosen.set('model', model.value.uri)
    if (model.value.units !== null) chosen.set('units', model.value.units)
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
