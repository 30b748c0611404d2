// The print settings of an order, and the values that each may have.

/** Number of parts. */
export const quantityRange = { min: 1, max: 50 } as const
/** Percent. */
export const infillRange = { min: 10, max: 100 } as const

/** Characters (code points); a longer text is cut. */
export const maxNoteCharacters = 1000
/** Characters (code points); a longer text is cut. */
export const maxColorCharacters = 64

/** The recorded color of an order that names none. */
export const noColor = 'Default'

/** The infill that is recorded for an already-sliced file, whatever was asked for. */
export const slicedFileInfill = 100

/** The settings of an order that names none (contract.md 4.2). */
export const defaultPrintOptions = {
  material: 'pla',
  quality: 'standard',
  quantity: 1,
  color: noColor,
  infill: 20,
} as const
