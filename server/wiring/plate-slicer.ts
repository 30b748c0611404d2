// Slices a plate of a print job: copies of the clean model, with the temperatures of its material, into a g-code file that is kept.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat, writeFile } from 'node:fs/promises'
import type { Geometry } from '../../geometry/index.ts'
import type { SlicerBridge, WithModel } from '../../slicer-bridge/bridge.ts'
import type { Material } from '../domain/catalog/options.ts'
import type { PlateRequest, PlateSlice, PlateSlicer } from '../domain/farm/ports.ts'
import type { TemporaryFiles } from '../domain/models/ports.ts'
import { factsOf, makeClean } from './clean-model.ts'

type Parts = {
  readonly bridge: Pick<SlicerBridge, 'slice'>
  readonly geometry: Pick<Geometry, 'process'>
  readonly temporaryFiles: TemporaryFiles
}

/** Degrees Celsius, as makers of the filament recommend. */
const temperatures = {
  pla: { nozzle: 215, bed: 60 },
  petg: { nozzle: 240, bed: 80 },
  abs: { nozzle: 250, bed: 100 },
  asa: { nozzle: 255, bed: 100 },
  tpu: { nozzle: 225, bed: 45 },
} as const satisfies Record<Material, { readonly nozzle: number; readonly bed: number }>

export const createPlateSlicer = (parts: Parts): PlateSlicer => ({
  slice: (request) => slicePlate(parts, request),
})

async function slicePlate({ bridge, ...parts }: Parts, request: PlateRequest): Promise<PlateSlice> {
  const { settings, report, copies, material, accountId } = request
  const gcodePath = parts.temporaryFiles.path()
  const outcome = await bridge.slice({
    settings: { ...settings, copies, temperatures: temperatures[material] },
    accountId,
    ...(report && { facts: factsOf(report) }),
    // Customers wait for their quotes.
    priority: 'background',
    withModel: withCopies(parts, request),
    keepGcode: gcodePath,
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
    warnings: warnings.map(({ text }) => text),
  }
}

function withCopies({ geometry, temporaryFiles }: Omit<Parts, 'bridge'>, request: PlateRequest) {
  const withModel: WithModel = async (use, signal) => {
    const made = await makeClean(geometry, request, signal)
    if (made.kind !== 'clean') return made
    const stlPath = temporaryFiles.path()
    try {
      await writeFile(stlPath, made.stl, { mode: 0o600 })
      return await use({ stlPath, expected: { solidCm3: made.solidCm3 * request.copies } })
    } finally {
      await temporaryFiles.remove(stlPath)
    }
  }
  return withModel
}

async function describeFile(path: string) {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk)
  return { sizeBytes: (await stat(path)).size, sha256: hash.digest('hex') }
}
