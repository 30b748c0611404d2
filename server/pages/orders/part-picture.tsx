// Picture of a part of an order.
import { orderPagePath } from '../../domain/orders/record/page-urls.ts'
import { pictureFile } from '../../domain/orders/record/part-picture.ts'
import type { Words } from '../languages/words.ts'
import type { SheetLine } from './sheet-lines.ts'

export const picturePath = (code: string, place: number): string =>
  `${orderPagePath(code)}/pictures/${pictureFile(place)}`

type PictureProps = {
  readonly words: Words
  readonly code: string
  readonly line: Pick<SheetLine, 'place' | 'hasPicture'>
  readonly sizePx: number
  /** Path of the picture. Defaults to the path below the order page. */
  readonly path?: typeof picturePath
}

/** Empty for a sliced file, which has no picture. */
export function PartPicture({
  words,
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
      alt={words.text('ordered.picture', { place: String(place) })}
      width={String(sizePx)}
      height={String(sizePx)}
    />
  )
}
