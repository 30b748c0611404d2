// The picture of a printed part.
import { fail, type Result } from '../base/result.ts'
import type { Admit, PictureFailure } from '../measurement/drawings.ts'
import { modelPicture, type PictureDeps } from '../measurement/model-picture.ts'
import type { LocalModel } from '../models/fetch-stored-model.ts'
import type { OrderLine } from './order-lines.ts'

type PicturedLine = Pick<OrderLine, 'options' | 'file'>

export const hasPicture = ({ file }: Pick<PicturedLine, 'file'>): boolean => file.format !== 'gcode'

/** The PNG as a local file, which the caller removes. `admit` is asked only when it has to be drawn. */
export async function readPartPicture<Refusal>(
  deps: PictureDeps,
  line: PicturedLine,
  admit: Admit<Refusal>,
): Promise<Result<LocalModel, PictureFailure | Refusal>> {
  if (!hasPicture(line)) return fail({ kind: 'picture_none' })
  return await modelPicture(deps, { ...line.file, units: line.options.units }, admit)
}
