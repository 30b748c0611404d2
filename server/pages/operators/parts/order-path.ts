import { pictureFile } from '../../../domain/orders/record/part-picture.ts'

/** Returns the desk path of an order. Its forms are below this path. */
export const orderPath = (code: string): string => `/operator/orders/${encodeURIComponent(code)}`

/** Returns the path of a part's picture. `place` is the line number. */
export const deskPicturePath = (code: string, place: number): string =>
  `${orderPath(code)}/pictures/${pictureFile(place)}`

/** Returns the path of the page on which an order is packed. */
export const packPath = (code: string): string => `/operator/pack/${encodeURIComponent(code)}`

/** Page of an order that a form is on, and returns to. */
export type OrderScreen = 'order' | 'pack'

export const screenPath = (code: string, screen: OrderScreen): string =>
  screen === 'pack' ? packPath(code) : orderPath(code)

/** Field of a form that names the page to return to. Absent for the order page. */
export const backName = 'back'

export const backFields = (screen: OrderScreen): Readonly<Record<string, string>> =>
  screen === 'pack' ? { [backName]: screen } : {}
