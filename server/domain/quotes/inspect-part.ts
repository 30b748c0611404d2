// Inspects a part that has a price, for the page that shows it.
import type { PrintOptions } from '../catalog/options.ts'
import { inspectSettings } from '../measurement/inspect-settings.ts'
import type { InspectOutcome } from '../measurement/inspection.ts'
import { sliceSettings } from '../measurement/slice-settings.ts'
import type { PrintedFile } from '../slicing/printed-file.ts'
import type { QuoteDeps } from './ports.ts'

export type InspectedPart = Extract<InspectOutcome, { kind: 'inspected' }>

const picturePx = 720

/** null for a sliced file, and when the core gave up: the price does not depend on it. Rejects when aborted. */
export async function inspectPart(
  { meshes }: Pick<QuoteDeps, 'meshes'>,
  {
    path,
    format,
    units,
    options,
    signal,
  }: PrintedFile & { readonly options: PrintOptions; readonly signal: AbortSignal },
): Promise<InspectedPart | null> {
  if (format === 'gcode') return null
  const outcome = await meshes.inspect({
    source: { path },
    format,
    settings: inspectSettings(sliceSettings(options)),
    outputs: { mesh: false, picture: { sizePx: picturePx, view: 'iso', faults: true } },
    signal,
    ...(units !== null && { units }),
  })
  return outcome.kind === 'inspected' ? outcome : null
}
