// Print settings that the service would change without a refusal: an order of 200 parts would become one of 50
// (docs/contract.md 4.2).
import type { OrderInput } from './types.ts'

type Settings = Pick<OrderInput, 'quantity' | 'infill' | 'nozzleDiameter' | 'layerHeight'>

const nozzlesMm = [0.2, 0.4, 0.6, 0.8]

/** Throws a TypeError for a number that the service would change. */
export function checkPrintSettings({
  quantity = 1,
  infill = 20,
  nozzleDiameter = 0.4,
  layerHeight,
}: Settings): void {
  checkWhole('quantity', quantity, 1, 50)
  checkWhole('infill', infill, 10, 100)
  if (!nozzlesMm.includes(nozzleDiameter)) {
    throw new TypeError(
      `nozzleDiameter has to be one of ${nozzlesMm.join(', ')}. Nothing was sent.`,
    )
  }
  // In micrometers, because 0.4 x 0.75 is 0.30000000000000004.
  const [min, max] = [nozzleDiameter * 200, nozzleDiameter * 750].map(Math.round)
  if (layerHeight === undefined || min === undefined || max === undefined) return
  const isInside = layerHeight * 1000 >= min - 1e-6 && layerHeight * 1000 <= max + 1e-6
  if (isInside) return
  throw new TypeError(
    `layerHeight has to be from ${min / 1000} to ${max / 1000} mm with a nozzle of ${nozzleDiameter} mm. Nothing was sent.`,
  )
}

function checkWhole(name: string, value: number, min: number, max: number): void {
  if (Number.isInteger(value) && value >= min && value <= max) return
  throw new TypeError(`${name} has to be a whole number from ${min} to ${max}. Nothing was sent.`)
}
