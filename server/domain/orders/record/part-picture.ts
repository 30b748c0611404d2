// The picture of a printed part.
import { fail, type Result } from '../../base/result.ts'
import { stockHexOf } from '../../catalog/colors.ts'
import type { Admit, PictureFailure } from '../../measurement/drawings.ts'
import {
  modelPicture,
  type PictureDeps,
  type PictureLook,
} from '../../measurement/model-picture.ts'
import type { OrderLine } from './order-lines.ts'

type PicturedLine = Pick<OrderLine, 'options' | 'file'>

export const hasPicture = ({ file }: Pick<PicturedLine, 'file'>): boolean => file.format !== 'gcode'

/** File name of the picture of the line at this place, counted from 1. */
export const pictureFile = (place: number): string => `${place}.png`

/** Returns the line whose picture has this file name. */
export const lineOfPicture = <Line extends Pick<OrderLine, 'place'>>(
  lines: readonly Line[],
  fileName: string,
): Line | undefined => lines.find(({ place }) => pictureFile(place) === fileName)

/** Returns a PNG. `admit` is called only if the picture must be drawn. */
export async function readPartPicture<Refusal>(
  deps: PictureDeps,
  line: PicturedLine,
  admit: Admit<Refusal>,
  look: PictureLook = {},
): Promise<Result<Uint8Array, PictureFailure | Refusal>> {
  if (!hasPicture(line)) return fail({ kind: 'picture_none' })
  return await modelPicture(deps, { ...line.file, ...picturedPart(line.options), ...look }, admit)
}

/** Returns the units and the color of its picture: null for a color in the customer's words. */
export const picturedPart = ({ units, color }: PicturedLine['options']) => ({
  units,
  color: stockHexOf(color),
})
