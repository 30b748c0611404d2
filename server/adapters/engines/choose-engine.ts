// Which engine a request goes to, and the sentence when none may. A pinned engine is a hard override: it is used or refused,
// never replaced.
import type { EngineName, EngineRequest, InputMode } from '../../domain/generation/engine.ts'
import { fail, ok, type Result } from '../../domain/result.ts'
import { autoOrder, engineTable, type VendorName, type Wish } from './engine-table.ts'

export function chooseEngine(
  request: EngineRequest,
  vendors: ReadonlySet<VendorName>,
): Result<EngineName, string> {
  const { mode, inputMode, options, engine: preferred } = request
  if (options.engine !== 'auto') {
    const problem = obstacle(options.engine, request, vendors)
    return problem === null ? ok(options.engine) : fail(problem)
  }
  const fits = (name: EngineName) => obstacle(name, request, vendors) === null
  if (preferred !== null && fits(preferred)) return ok(preferred)
  const wishes = wishesOf(request)
  const served = (name: EngineName) =>
    wishes.filter((wish) => engineTable[name].serves.includes(wish)).map((wish) => weights[wish])
  const total = (name: EngineName) => served(name).reduce((sum, weight) => sum + weight, 0)
  // The sort is stable: with equal wishes the table's order stays.
  const best = autoOrder[mode][inputMode].filter(fits).sort((a, b) => total(b) - total(a))[0]
  return best === undefined ? fail(noneFits(inputMode)) : ok(best)
}

const weights: Record<Wish, number> = {
  refinementPass: 10,
  quads: 1,
  negativePrompt: 1,
  smartLowPoly: 1,
  generateParts: 1,
}

function wishesOf({ options }: EngineRequest): readonly Wish[] {
  const { topology, negativePrompt, smartLowPoly, generateParts, refinementPass } = options
  const wanted: Record<Wish, boolean> = {
    quads: topology === 'quads',
    negativePrompt: negativePrompt !== '',
    smartLowPoly,
    generateParts,
    refinementPass,
  }
  const all: readonly Wish[] = [
    'quads',
    'negativePrompt',
    'smartLowPoly',
    'generateParts',
    'refinementPass',
  ]
  return all.filter((wish) => wanted[wish])
}

/** Why this engine cannot take the request; null when it can. */
function obstacle(
  name: EngineName,
  { inputMode, images }: EngineRequest,
  vendors: ReadonlySet<VendorName>,
): string | null {
  const { vendor, calls, pictures } = engineTable[name]
  if (!vendors.has(vendor)) {
    return `${name} is not available here. Choose another engine, or leave engine at auto.`
  }
  if (inputMode === 'multiview' && calls.multiview === null) {
    return `${name} works from one picture. Send one picture with inputMode image, or choose another engine.`
  }
  if (images.some(({ mimeType }) => !pictures.types.includes(mimeType))) {
    return `${name} takes ${pictures.types.map(shortType).join(' and ')} pictures only. Send the picture in that form, or choose another engine.`
  }
  if (images.some(({ sizeBytes }) => sizeBytes > pictures.bytesMax)) {
    return `${name} takes pictures of at most ${pictures.bytesMax / 1024 / 1024} MB. Send a smaller one, or choose another engine.`
  }
  return null
}

const shortType = (mimeType: string): string => mimeType.replace('image/', '').toUpperCase()

const noneFits = (inputMode: InputMode): string =>
  inputMode === 'text'
    ? 'No engine for text is available here.'
    : 'No engine here takes these pictures. Send PNG or JPEG pictures of at most 8 MB each.'
