// Why printed parts are scrap. A closed list, so that farms can compare days, printers and spools.
import { keysOf } from '../../base/keys-of.ts'

/** The reasons in the order of the forms. */
export const scrapReasonLabels = {
  adhesion: 'Came off the bed',
  warping: 'Warped',
  surface: 'Stringing or a bad surface',
  extrusion: 'Clogged nozzle or too little filament',
  layer_shift: 'Shifted layers',
  supports: 'Damaged by supports',
  spool: 'The spool ended',
  connection: 'Power or connection lost',
  color: 'Wrong color or material',
  removal: 'Broken when taken off',
  transport: 'Damaged or lost on its way',
  other: 'Other',
} as const

export type ScrapReason = keyof typeof scrapReasonLabels

export const scrapReasons: readonly ScrapReason[] = keysOf(scrapReasonLabels)

export const isScrapReason = (word: string): word is ScrapReason =>
  Object.hasOwn(scrapReasonLabels, word)

/** The end of the error message for any other value. */
export const scrapReasonRule = `must be one of ${scrapReasons.join(', ')}`
