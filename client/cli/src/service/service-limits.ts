// Limits of the service that this program's sentences state. A test compares them with the service's limits.

/** Maximum file size for an order, in units of 1024 x 1024 bytes. */
export const maxModelMegabytes = 100
/** Maximum file size for a check, in the same units. */
export const maxCheckedMegabytes = 25
/** Maximum picture size for a generation, in the same units. */
export const maxImageMegabytes = 10
/** Longest side of a generated model, in millimeters. */
export const sizeRangeMm: { readonly min: number; readonly max: number } = { min: 5, max: 340 }
/** Number of drafts in a set. */
export const draftsInSet = 4 as const
/** Price of a generation, in credits, and the additional price of a picture. */
export const generationCredits = { draft: 1, hifi: 2, picture: 1 } as const
/** How long the price of a quote is valid, in hours. */
export const quoteHours = 24
export const maxNoteCharacters = 1000
/** In millimeters. */
export const buildVolumeMm = [340, 320, 340] as const
