// Joins pictures of one size into one picture, two per row.
import type { JoinPictures } from '../../domain/generation/run/ports.ts'
import { openPicture } from './decode-picture.ts'

const perRow = 2
const clear = { r: 0, g: 0, b: 0, alpha: 0 }

export const joinPictures: JoinPictures = async (pictures, sizePx) => {
  const placed = pictures.map((input, index) => ({
    input: Buffer.from(input),
    left: (index % perRow) * sizePx,
    top: Math.floor(index / perRow) * sizePx,
  }))
  const [first, ...others] = placed
  if (first === undefined) throw new Error('There is no picture to join.')
  const rows = Math.ceil(pictures.length / perRow)
  return await openPicture(first.input)
    .extend({ right: (perRow - 1) * sizePx, bottom: (rows - 1) * sizePx, background: clear })
    .composite(others)
    .png()
    .toBuffer()
}
