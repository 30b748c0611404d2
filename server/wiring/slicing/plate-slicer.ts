// Slices a plate of a print job: copies of the clean model, printed as its material needs, into a stored G-code file.

import { writeFile } from 'node:fs/promises'
import type { Geometry, PartToPlace } from '../../../geometry/index.ts'
import type { SlicerBridge, WithModel } from '../../../slicer-bridge/bridge.ts'
import type { SliceFacts } from '../../../slicer-bridge/queue/predict-duration.ts'
import { ownBedCenter } from '../../../slicer-bridge/settings/command.ts'
import { describeFile } from '../../adapters/storage/describe-file.ts'
import { printings } from '../../domain/catalog/printing.ts'
import type {
  PlateRequest,
  PlateSlice,
  PlateSlicer,
  SharedPlateRequest,
} from '../../domain/farm/slice-ports.ts'
import type { TemporaryFiles } from '../../domain/models/ports.ts'
import { makeClean, sliceFactsOf, sliceFailureOf } from '../geometry/clean-model.ts'
import type { PlateConfigs } from './plate-profiles.ts'

type SlicerDeps = {
  readonly bridge: Pick<SlicerBridge, 'slice'>
  readonly profiles: Pick<PlateConfigs, 'plateOf'>
  readonly geometry: Pick<Geometry, 'process' | 'place'>
  readonly temporaryFiles: TemporaryFiles
}

export const createPlateSlicer = (deps: SlicerDeps): PlateSlicer => ({
  slice: (request) => {
    const { report, copies, isTurned } = request
    return slicePlate(deps, request, {
      facts: report === null ? null : sliceFactsOf(report),
      settings: { copies },
      isTurned,
      model: () => withCopies(deps, request),
    })
  },
  sliceShared: async (request) => {
    const misplaced: number[] = []
    const slice = await slicePlate(deps, request, {
      facts: factsOfAll(request.parts),
      settings: { placed: true },
      isTurned: false,
      model: (center) => withPlaced(deps, request, { center, misplaced }),
    })
    return misplaced.length > 0 ? { kind: 'misplaced', parts: misplaced } : slice
  },
})

type Laid = {
  readonly facts: SliceFacts | null
  readonly settings: { readonly copies?: number; readonly placed?: boolean }
  /** Whether each part is turned by 90 degrees. */
  readonly isTurned: boolean
  /** `center` is the plate's center, in coordinates of the bed. */
  readonly model: (center: readonly [number, number]) => WithModel
}

async function slicePlate(
  { bridge, profiles, temporaryFiles }: SlicerDeps,
  request: Omit<SharedPlateRequest, 'parts'>,
  { facts, settings: laid, isTurned, model }: Laid,
): Promise<PlateSlice> {
  const { settings, material, profile, accountId, signal } = request
  const printing = printings[material]
  const lookup = profiles.plateOf(profile, { settings, printing })
  if (lookup.kind === 'none') return { kind: 'no_profile', why: lookup.why }
  const { plate, note } = lookup
  const how = plate === null ? { printing } : { plate: { ...plate, turned: isTurned } }
  const gcodePath = temporaryFiles.path()
  const outcome = await bridge.slice({
    settings: { ...settings, ...laid, ...how },
    accountId,
    ...(facts && { facts }),
    // Lower priority, because customers wait for their quotes.
    priority: 'background',
    withModel: model(plate?.center ?? ownBedCenter),
    keepGcode: gcodePath,
    ...(signal && { signal }),
  })
  if (outcome.kind !== 'sliced') return outcome
  const { filamentCm3, seconds, layers, warnings } = outcome
  return {
    kind: 'plate',
    path: gcodePath,
    ...(await describeFile(gcodePath)),
    filamentCm3,
    seconds,
    layers,
    warnings: [...(note === null ? [] : [note]), ...warnings.map(({ text }) => text)],
  }
}

/** Returns null if one of the parts was not measured. */
function factsOfAll(parts: SharedPlateRequest['parts']): SliceFacts | null {
  const facts: SliceFacts = {
    heightMm: 0,
    triangles: 0,
    surfaceCm2: 0,
    volumeCm3: 0,
    components: 0,
  }
  return parts.reduce<SliceFacts | null>((sum, { report, copies }) => {
    if (sum === null || report === null) return null
    const { heightMm, triangles, surfaceCm2, volumeCm3, components } = sliceFactsOf(report)
    const count = copies.length
    return {
      heightMm: Math.max(sum.heightMm, heightMm),
      triangles: sum.triangles + count * triangles,
      surfaceCm2: sum.surfaceCm2 + count * surfaceCm2,
      volumeCm3: sum.volumeCm3 + count * volumeCm3,
      components: sum.components + count * components,
    }
  }, facts)
}

type Placing = {
  /** Center of the plate, in coordinates of the bed. */
  readonly center: readonly [number, number]
  /** Receives the positions, in the request, of parts whose size differs from their layout. The plate is then not sliced. */
  readonly misplaced: number[]
}

function withPlaced(
  { geometry, temporaryFiles }: Omit<SlicerDeps, 'bridge' | 'profiles'>,
  request: SharedPlateRequest,
  { center, misplaced }: Placing,
): WithModel {
  return async (use, signal) => {
    const placed: PartToPlace[] = []
    let solidCm3 = 0
    for (const part of request.parts) {
      const made = await makeClean(geometry, part, signal)
      if (made.kind !== 'clean') return made
      placed.push({ stl: made.stl, copies: part.copies })
      solidCm3 += made.solidCm3 * part.copies.length
    }
    const whole = await geometry.place({ parts: placed, center, signal, priority: 'high' })
    if (whole.kind !== 'placed') return sliceFailureOf(whole)
    misplaced.push(
      ...whole.sizesMm.flatMap((size, at) => (isAsLaid(request.parts[at], size) ? [] : [at])),
    )
    if (misplaced.length > 0) return noPlate
    const { stl } = whole
    return await withFile(temporaryFiles, stl, (stlPath) =>
      use({ stlPath, expected: { solidCm3 } }),
    )
  }
}

/** Sizes are computed from 32-bit coordinates. Half of this tolerance is taken from the gap between parts. */
const toleranceMm = 0.1

/** Whether a part is as large as when its plate was laid out. Otherwise it may overlap another one. */
function isAsLaid(
  part: SharedPlateRequest['parts'][number] | undefined,
  [width, depth]: readonly [number, number, number],
): boolean {
  if (part === undefined) return false
  const [laidWidth, laidDepth] = part.sizeMm
  return Math.abs(width - laidWidth) <= toleranceMm && Math.abs(depth - laidDepth) <= toleranceMm
}

const noPlate = {
  kind: 'unavailable',
  reason: 'no_model',
  detail: 'a part has a size other than the one for which its plate was laid out',
} as const

function withCopies(
  { geometry, temporaryFiles }: Omit<SlicerDeps, 'bridge' | 'profiles'>,
  request: PlateRequest,
) {
  const withModel: WithModel = async (use, signal) => {
    const made = await makeClean(geometry, request, signal)
    if (made.kind !== 'clean') return made
    const solidCm3 = made.solidCm3 * request.copies
    return await withFile(temporaryFiles, made.stl, (stlPath) =>
      use({ stlPath, expected: { solidCm3 } }),
    )
  }
  return withModel
}

/** Runs `use` with a file of the bytes, and removes the file afterwards. */
async function withFile<T>(
  temporaryFiles: TemporaryFiles,
  bytes: Uint8Array,
  use: (path: string) => Promise<T>,
): Promise<T> {
  const path = temporaryFiles.path()
  try {
    await writeFile(path, bytes, { mode: 0o600 })
    return await use(path)
  } finally {
    await temporaryFiles.remove(path)
  }
}
