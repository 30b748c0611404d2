// The settings of a plate's slice: the ordered settings with an operator's changes.
import { fail, ok, type Result } from '../base/result.ts'
import { infillRange, type NozzleFlow, nozzleDiametersMm } from '../catalog/options.ts'
import { layerHeightRangeMm } from '../catalog/print-options.ts'
import { type SliceSettings, sliceSettings } from '../measurement/slice-settings.ts'
import type { OrderLine } from '../orders/record/order-lines.ts'
import type { FarmFailure } from './failure.ts'

/**
 * An omitted setting is as ordered. `supports`: print in the pose of the file, with or without supports; omitted = as
 * decided (decisions.md 46).
 */
export type ResliceSettings = {
  readonly layerHeight?: number | undefined
  readonly infill?: number | undefined
  readonly nozzleDiameter?: number | undefined
  readonly nozzleFlow?: NozzleFlow | undefined
  readonly supports?: boolean | undefined
}

export function settingsOf(
  { options }: OrderLine,
  settings: ResliceSettings,
): Result<SliceSettings, FarmFailure> {
  const nozzleDiameter = settings.nozzleDiameter ?? options.nozzleDiameter
  const infill = settings.infill ?? options.infill
  const nozzle = nozzleDiametersMm.find((known) => known === nozzleDiameter)
  if (nozzle === undefined) {
    return fail({
      kind: 'reslice_settings_wrong',
      field: 'nozzleDiameter',
      rule: `must be one of ${nozzleDiametersMm.join(', ')}`,
    })
  }
  const { min, max } = layerHeightRangeMm(nozzle)
  // Another nozzle may not support the ordered layer height.
  const layerHeight = settings.layerHeight ?? Math.min(max, Math.max(min, options.layerHeight))
  if (!(layerHeight >= min && layerHeight <= max)) {
    const rule = `must be ${min} to ${max} mm with a nozzle of ${nozzle} mm`
    return fail({ kind: 'reslice_settings_wrong', field: 'layerHeight', rule })
  }
  if (!(infill >= infillRange.min && infill <= infillRange.max)) {
    const rule = `must be ${infillRange.min} to ${infillRange.max}`
    return fail({ kind: 'reslice_settings_wrong', field: 'infill', rule })
  }
  const nozzleFlow = settings.nozzleFlow ?? options.nozzleFlow
  return ok(sliceSettings({ layerHeight, infill, nozzleDiameter: nozzle, nozzleFlow }))
}
