// Inspects a priced part, for the page that shows it.
import { fail, ok, type Result } from '../base/result.ts'
import type { PrintOptions } from '../catalog/options.ts'
import { readOptionalEstimate, saveEstimate } from '../measurement/estimate-filament.ts'
import { type MeasurementFailure, measuringBusy } from '../measurement/failure.ts'
import { inspectSettings } from '../measurement/inspect-settings.ts'
import type { InspectOutcome } from '../measurement/inspection.ts'
import { isAcceptedMesh } from '../measurement/measure-model.ts'
import { sliceSettings } from '../measurement/slice-settings.ts'
import type { PrintedFile } from '../slicing/printed-file.ts'
import type { QuoteDeps } from './ports.ts'

export type InspectedPart = Extract<InspectOutcome, { kind: 'inspected' }>

const picturePx = 720

/** The core's code for a sliced file in place of a mesh. */
const slicedCode = 'already_sliced'

/**
 * Returns null for a sliced file, for a file known to be refused, and if the core gave up, because the price does not
 * depend on the inspection. Makes and stores the measurement and the estimate in the same job, so that the price needs
 * no other job. Fails if the core is busy and the price needs it too. Rejects when aborted.
 */
export async function inspectPart(
  deps: Pick<QuoteDeps, 'meshes' | 'measurements' | 'printEstimates' | 'log'>,
  {
    path,
    format,
    units,
    file: { sha256 },
    options,
    signal,
  }: PrintedFile & { readonly options: PrintOptions; readonly signal: AbortSignal },
): Promise<Result<InspectedPart | null, MeasurementFailure>> {
  if (format === 'gcode') return ok(null)
  const key = { sha256, format, units }
  const known = await deps.measurements.read(key)
  if (known !== null && !isAcceptedMesh(known, format)) return ok(null)
  const settings = sliceSettings(options)
  const part = { path, ...key, settings }
  const isEstimated = (await readOptionalEstimate(deps, part)) !== null
  const outcome = await deps.meshes.inspect({
    source: { path },
    format,
    settings: inspectSettings(settings),
    outputs: {
      mesh: false,
      picture: { sizePx: picturePx, view: 'iso', faults: true },
      ...(!isEstimated && { estimate: settings }),
    },
    signal,
    ...(units !== null && { units }),
  })
  if (outcome.kind === 'busy') return known === null ? fail(measuringBusy(outcome)) : ok(null)
  if (outcome.kind === 'unreadable') {
    // A sliced file cannot be inspected, but has a price.
    const isCertain = known === null && outcome.code !== slicedCode
    if (isCertain) await deps.measurements.save(key, outcome)
    return ok(null)
  }
  if (outcome.kind !== 'inspected') return ok(null)
  const { report, estimate } = outcome
  if (known === null) await deps.measurements.save(key, { kind: 'mesh', report })
  if (estimate !== undefined) await saveEstimate(deps, part, estimate)
  return ok(outcome)
}
