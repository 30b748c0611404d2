// Slices a plate of a print job: copies of the clean model, printed as its material needs, into a g-code file that is kept.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat, writeFile } from 'node:fs/promises'
import type { Geometry } from '../../geometry/index.ts'
import type { SlicerBridge, WithModel } from '../../slicer-bridge/bridge.ts'
import { printings } from '../domain/catalog/printing.ts'
import type { PlateRequest, PlateSlice, PlateSlicer } from '../domain/farm/ports.ts'
import type { TemporaryFiles } from '../domain/models/ports.ts'
import { factsOf, makeClean } from './clean-model.ts'
import type { PlateConfigs } from './plate-profiles.ts'

type Parts = {
  readonly bridge: Pick<SlicerBridge, 'slice'>
  readonly profiles: Pick<PlateConfigs, 'plateOf'>
  readonly geometry: Pick<Geometry, 'process'>
  readonly temporaryFiles: TemporaryFiles
}

export const createPlateSlicer = (parts: Parts): PlateSlicer => ({
  slice: (request) => slicePlate(parts, request),
})

async function slicePlate(
  { bridge, profiles, ...parts }: Parts,
  request: PlateRequest,
): Promise<PlateSlice> {
  const { settings, report, copies, material, profile, isTurned, accountId, signal } = request
  const printing = printings[material]
  const lookup = profiles.plateOf(profile, { settings, printing })
  if (lookup.kind === 'none') return { kind: 'no_profile', why: lookup.why }
  const { plate, note } = lookup
  const how = plate === null ? { printing } : { plate: { ...plate, turned: isTurned } }
  const gcodePath = parts.temporaryFiles.path()
  const outcome = await bridge.slice({
    settings: { ...settings, copies, ...how },
    accountId,
    ...(report && { facts: factsOf(report) }),
    // Customers wait for their quotes.
    priority: 'background',
    withModel: withCopies(parts, request),
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

function withCopies(
  { geometry, temporaryFiles }: Omit<Parts, 'bridge' | 'profiles'>,
  request: PlateRequest,
) {
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
