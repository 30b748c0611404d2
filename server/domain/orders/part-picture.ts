// The picture of a printed part.
import { fail, type Result } from '../base/result.ts'
import { findStockColor, stockColors } from '../catalog/colors.ts'
import type { Admit, PictureFailure } from '../measurement/drawings.ts'
import { modelPicture, type PictureDeps, type PictureLook } from '../measurement/model-picture.ts'
import type { OrderLine } from './order-lines.ts'

type PicturedLine = Pick<OrderLine, 'options' | 'file'>

export const hasPicture = ({ file }: Pick<PicturedLine, 'file'>): boolean => file.format !== 'gcode'

/** Hex value of a stock color; the farm has none for a color in the customer's own words. */
function hexOf(color: string): string | null {
  const stock = findStockColor(color)
  return stock === null ? null : stockColors[stock]
}

/** A PNG. `admit` is asked only when it has to be drawn. */
export async function readPartPicture<Refusal>(
  deps: PictureDeps,
  line: PicturedLine,
  admit: Admit<Refusal>,
  look: PictureLook = {},
): Promise<Result<Uint8Array, PictureFailure | Refusal>> {
  if (!hasPicture(line)) return fail({ kind: 'picture_none' })
  return await modelPicture(deps, { ...line.file, ...picturedPart(line.options), ...look }, admit)
}

/** The units and the color of its picture. */
export const picturedPart = ({ units, color }: PicturedLine['options']) => ({
  units,
  color: hexOf(color),
})
