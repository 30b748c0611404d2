// Limits of the service that sentences of this program state. A test compares them with those of the service.

/** For a file to order, in units of 1024 x 1024 bytes. */
export const maxModelMegabytes = 100
/** For the check of a part. */
export const maxCheckedMegabytes = 25
/** For a picture to generate from. */
export const maxImageMegabytes = 10
/** Longest side of a generated model, mm. */
export const sizeRangeMm: { readonly min: number; readonly max: number } = { min: 5, max: 340 }
/** The drafts of a set. */
export const draftsInSet = 4 as const
/** What a generation costs, in credits; a picture costs so many more. */
export const generationCredits = { draft: 1, hifi: 2, picture: 1 } as const
/** The price of a quote is held for so long. */
export const quoteHours = 24
export const maxNoteCharacters = 1000
/** mm */
export const buildVolumeMm = [340, 320, 340] as const
