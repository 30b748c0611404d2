// Machine hours, in hundredths of an hour (decisions.md 5).
import { materials } from '../catalog/materials.ts'
import { highFlow, type Material, type NozzleFlow } from '../catalog/options.ts'
import { rationalOfDecimal, roundHalfUp } from './rational.ts'

/** For a 0.4 mm nozzle, 0.2 mm layers and standard flow. */
export const throughputCm3PerHour = 16

/** Returns grams / (density x 16 cm3/h x nozzle/0.4 x layer/0.2 x 1.6 if high flow), rounded half up to 0.01 h. */
export function modeledCentihours(input: {
  grams: number
  material: Material
  nozzleDiameter: number
  layerHeight: number
  nozzleFlow: NozzleFlow
}): number {
  const nozzle = rationalOfDecimal(input.nozzleDiameter)
  const layer = rationalOfDecimal(input.layerHeight)
  const [flowTop, flowBottom] =
    input.nozzleFlow === 'high' ? [BigInt(highFlow.times), BigInt(highFlow.per)] : [1n, 1n]
  // 100 x g / ((d/100) x 16 x (nozzle x 5/2) x (layer x 5) x flow)
  const top =
    BigInt(input.grams) * 100n * 100n * 2n * nozzle.denominator * layer.denominator * flowBottom
  const bottom =
    BigInt(materials()[input.material].densityHundredths) *
    BigInt(throughputCm3PerHour) *
    25n *
    nozzle.numerator *
    layer.numerator *
    flowTop
  return Number(roundHalfUp(top, bottom))
}

/**
 * Returns the hours for the default nozzle, layer and flow. Uses plain integers, because estimates run thousands of
 * times per second.
 */
export function defaultCentihours(grams: number, material: Material): number {
  const density = materials()[material].densityHundredths
  // 100 x g / (d/100 x 16) = 625 g / d
  return Math.floor((2 * 625 * grams + density) / (2 * density))
}
