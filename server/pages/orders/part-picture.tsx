// The picture of a part of an order.
import { orderPagePath } from '../../domain/orders/page-urls.ts'
import type { SheetLine } from './sheet-lines.ts'

export const picturePath = (code: string, place: number): string =>
  `${orderPagePath(code)}/pictures/${place}.png`

type PictureProps = {
  readonly code: string
  readonly line: Pick<SheetLine, 'place' | 'hasPicture'>
  readonly sizePx: number
  /** Where it is; the order's own address unless given. */
  readonly path?: typeof picturePath
}

/** Empty for a sliced file, of which there is no picture. */
export function PartPicture({
  code,
  line: { place, hasPicture },
  sizePx,
  path = picturePath,
}: PictureProps) {
  if (!hasPicture) return ''
  return (
    <img
      class="part-picture"
      src={path(code, place)}
      alt={`Part ${place} of the order`}
      width={String(sizePx)}
      height={String(sizePx)}
    />
  )
}
