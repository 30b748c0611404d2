// Inspects a part that gets a price, for the page that shows it.
import type { PrintOptions } from '../catalog/options.ts'
import { readEstimate, saveEstimate } from '../measurement/estimate-filament.ts'
import { inspectSettings } from '../measurement/inspect-settings.ts'
import type { InspectOutcome } from '../measurement/inspection.ts'
import { sliceSettings } from '../measurement/slice-settings.ts'
import type { PrintedFile } from '../slicing/printed-file.ts'
import type { QuoteDeps } from './ports.ts'

export type InspectedPart = Extract<InspectOutcome, { kind: 'inspected' }>

const picturePx = 720

/**
 * null for a sliced file, and when the core gave up: the price does not depend on it. The measurement and the estimate are made in the same
 * job and stored, so that the price needs no other one. Rejects when aborted.
 */
export async function inspectPart(
  deps: Pick<QuoteDeps, 'meshes' | 'measurements' | 'printEstimates'>,
  {
    path,
    format,
    units,
    file: { sha256 },
    options,
    signal,
  }: PrintedFile & { readonly options: PrintOptions; readonly signal: AbortSignal },
): Promise<InspectedPart | null> {
  if (format === 'gcode') return null
  const settings = sliceSettings(options)
  const part = { path, sha256, format, units, settings }
  const isEstimated = (await readEstimate(deps, part)) !== null
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
  if (outcome.kind !== 'inspected') return null
  const { report, estimate } = outcome
  await deps.measurements.save({ sha256, format, units }, { kind: 'mesh', report })
  if (estimate !== undefined) await saveEstimate(deps, part, estimate)
  return outcome
}
