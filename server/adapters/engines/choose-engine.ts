// Chooses the engine for a request, or returns the sentence that explains why there is none. A pinned engine is a hard override: it is
// used or rejected, never replaced.

import { fail, ok, type Result } from '../../domain/base/result.ts'
import { megabytesText } from '../../domain/base/text/megabytes.ts'
import {
  type EngineName,
  type EngineRequest,
  engineNames,
  type InputMode,
  otherEngineAdvice,
} from '../../domain/generation/engine/engine.ts'
import { autoOrder, engineTable, type VendorName } from './engine-table.ts'
import { shortfallsOf } from './shortfalls.ts'

export function chooseEngine(
  request: EngineRequest,
  vendors: ReadonlySet<VendorName>,
): Result<EngineName, string> {
  const { mode, inputMode, options, engine: preferred } = request
  if (options.engine !== 'auto') {
    const problem = obstacle(options.engine, request, vendors)
    return problem === null ? ok(options.engine) : fail(problem)
  }
  const candidates = candidateEngines(request, vendors)
  if (preferred !== null && candidates.includes(preferred)) return ok(preferred)
  const byDefault = candidates.find((name) => autoOrder[mode][inputMode].includes(name))
  const best = byDefault ?? candidates[0]
  return best === undefined ? fail(noneFits(inputMode)) : ok(best)
}

/** Returns the engines of `vendors` that accept the request and ignore the least of it, in the order of `auto`. */
export function candidateEngines(
  request: EngineRequest,
  vendors: ReadonlySet<VendorName>,
): readonly EngineName[] {
  const fitting = fittingEngines(request, vendors)
  const least = Math.min(...fitting.map((name) => unmetWishes(name, request)))
  return fitting.filter((name) => unmetWishes(name, request) === least)
}

/** Returns all engines of `vendors` that accept the request. Those that ignore the least come first; ties follow the order of `auto`. */
export function fittingEngines(
  request: EngineRequest,
  vendors: ReadonlySet<VendorName>,
): readonly EngineName[] {
  const order = autoOrder[request.mode][request.inputMode]
  const all = [...order, ...engineNames.filter((name) => !order.includes(name))]
  const fitting = all.filter((name) => obstacle(name, request, vendors) === null)
  return fitting.toSorted((a, b) => unmetWishes(a, request) - unmetWishes(b, request))
}

const unmetWishes = (name: EngineName, request: EngineRequest): number =>
  shortfallsOf(name, request).reduce((sum, { weight }) => sum + weight, 0)

/** Returns why this engine cannot take the request, or null when it can. */
function obstacle(
  name: EngineName,
  { inputMode, images, off = [] }: EngineRequest,
  vendors: ReadonlySet<VendorName>,
): string | null {
  const { vendor, calls, pictures } = engineTable[name]
  if (!vendors.has(vendor)) {
    return `${name} is not available here. ${otherEngineAdvice}`
  }
  if (off.includes(name)) {
    return `${name} is switched off at the moment. ${otherEngineAdvice}`
  }
  if (inputMode === 'multiview' && calls.multiview === null) {
    return `${name} works from one picture. Send one picture with inputMode image, or choose another engine.`
  }
  if (images.some(({ mimeType }) => !pictures.types.includes(mimeType))) {
    return `${name} accepts only ${pictures.types.map(shortType).join(' and ')} pictures. Convert the picture, or choose another engine.`
  }
  if (images.some(({ sizeBytes }) => sizeBytes > pictures.maxBytes)) {
    return `${name} accepts pictures of at most ${megabytesText(pictures.maxBytes)}. Send a smaller one, or choose another engine.`
  }
  return null
}

const shortType = (mimeType: string): string => mimeType.replace('image/', '').toUpperCase()

/** Pictures up to this size fit every engine. */
const smallestLimitBytes = Math.min(
  ...Object.values(engineTable).map(({ pictures }) => pictures.maxBytes),
)

const noneFits = (inputMode: InputMode): string =>
  inputMode === 'text'
    ? 'No engine for text is available here.'
    : `No engine here takes these pictures. Send PNG or JPEG pictures of at most ${megabytesText(smallestLimitBytes)} each.`
