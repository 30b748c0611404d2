// Conditions of every plate that a printer gets.
import { type Bed, isWithin } from '../../slicer-bridge/vendor/bed.ts'
import type { Printed } from './printer.ts'

/** Maximum printing temperatures of filament makers, in degrees Celsius. */
export const hottest = {
  PLA: { nozzle: 240, bed: 80 },
  PETG: { nozzle: 270, bed: 100 },
  ABS: { nozzle: 280, bed: 120 },
  ASA: { nozzle: 280, bed: 120 },
  FLEX: { nozzle: 260, bed: 80 },
} as const

/** Returns the faults; empty for a plate that may be printed. */
export function faultsOf(
  printed: Printed,
  { bed, material }: { readonly bed: Bed; readonly material: keyof typeof hottest },
): readonly string[] {
  const { layers, firstLayerMm, nozzleC, bedC, cold, leftOn, end } = printed
  if (layers === null || firstLayerMm === null) return ['nothing is printed']
  const faults: string[] = []
  const fault = (is: boolean, text: string) => {
    if (is) faults.push(text)
  }
  const { min, max } = layers
  const corners = [min[0], max[0]].flatMap((x) => [min[1], max[1]].map((y) => [x, y] as const))
  fault(leftOn.length > 0, `heaters stay on: ${leftOn.join(', ')}`)
  fault(end.fan > 0, 'the fan stays on')
  fault(end.areMotorsOn, 'the motors stay on')
  const [lifted, room] = [end.at[2] - max[2], bed.heightMm - max[2]]
  fault(lifted < Math.min(5, room) - 1e-3, `the nozzle is lifted by ${lifted} mm`)
  fault(!isWithin(bed.outline, [end.at[0], end.at[1]]), `it ends at ${end.at}, off the bed`)
  fault(!corners.every((corner) => isWithin(bed.outline, corner)), `it prints ${min} to ${max}`)
  fault(max[2] > bed.heightMm, `it prints at ${max[2]} mm`)
  fault(firstLayerMm < 0.08 || firstLayerMm > 0.5, `its first layer is at ${firstLayerMm} mm`)
  fault(cold > 0, `${cold} extrusions with a cold nozzle`)
  const limit = hottest[material]
  fault(nozzleC < 150 || nozzleC > limit.nozzle, `the nozzle is at ${nozzleC} C`)
  fault(bedC > limit.bed, `the bed is at ${bedC} C`)
  return faults
}
