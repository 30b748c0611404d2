import { pictureFile } from '../../../domain/orders/record/part-picture.ts'

/** Returns the desk path of an order. Its forms are below this path. */
export const orderPath = (code: string): string => `/operator/orders/${encodeURIComponent(code)}`

/** Returns the path of a part's picture. `place` is the line number. */
export const deskPicturePath = (code: string, place: number): string =>
  `${orderPath(code)}/pictures/${pictureFile(place)}`
