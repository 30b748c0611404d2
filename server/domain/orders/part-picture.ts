// The picture of a printed part.
import { fail, type Result } from '../base/result.ts'
import {
  modelPicture,
  type PictureDeps,
  type PictureFailure,
} from '../measurement/model-picture.ts'
import type { LocalModel } from '../models/fetch-stored-model.ts'
import type { OrderLine } from './order-lines.ts'

type PicturedLine = Pick<OrderLine, 'options' | 'file'>

export const hasPicture = ({ file }: Pick<PicturedLine, 'file'>): boolean => file.format !== 'gcode'

/** The PNG as a local file, which the caller removes. */
export async function readPartPicture(
  deps: PictureDeps,
  line: PicturedLine,
): Promise<Result<LocalModel, PictureFailure>> {
  if (!hasPicture(line)) return fail({ kind: 'picture_none' })
  return await modelPicture(deps, { ...line.file, units: line.options.units })
}
