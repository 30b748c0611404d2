// Messages for the scripts of pages with prices: those that a page needs when it opens are its data, and those about
// parts are an asset, which the quote page loads with the first part.
import type { Key } from './en.ts'
import type { Language } from './languages.ts'
import { catalogs } from './words.ts'

/** Complete keys, or beginnings of keys. */
const firstKeys = [
  'add.add',
  'add.checkOut',
  'add.short',
  'break.',
  'choice.',
  'color.',
  'editor.layerHeightWrong',
  'editor.numberWrong',
  'kept.',
  'list.reload',
  'specs.infill',
  'specs.layers',
  'specs.nozzle',
  'sum.empty',
  'view.label',
  'words.',
] as const

const partKeys = [
  'add.',
  'added.',
  'advice.',
  'apply.',
  'changed.',
  'days.shipsBy',
  'editor.colorMissing',
  'editor.material',
  'fact.',
  'fault.',
  'faultName.',
  'files.',
  'finding.',
  'good.',
  'left.',
  'list.',
  'quality.',
  'read.',
  'reason.',
  'refused.',
  'repair.',
  'sliced.',
  'sort.',
  'state.',
  'partState.',
  'sum.',
  'supported.',
  'supports.',
  'unit.',
  'units.aboutGrams',
  'units.daysShort',
  'units.lessThanGram',
  'unread.',
  'view.',
  'volume.',
  'why.',
  'zip.',
] as const

type Start = (typeof firstKeys)[number] | (typeof partKeys)[number]
export type ScriptKey = Extract<Key, `${Start}${string}`>

/** Returns the messages that the quote page needs when it opens, one a line (`messagesIn`, script-words.ts). */
export const firstMessages = (language: Language): string =>
  linesOf(language, (key) => startsWith(key, firstKeys))

/** Returns the messages about parts. */
export const partMessages = (language: Language): string =>
  linesOf(language, (key) => startsWith(key, partKeys) && !startsWith(key, firstKeys))

/** Returns all messages. */
export const scriptMessages = (language: Language): string => linesOf(language, isForScripts)

/** Messages that only the quote page needs: its files, its list of parts, their changes, and the basket. */
const quoteKeys = [
  ...['add.', 'added.', 'apply.', 'changed.', 'files.', 'kept.', 'left.', 'list.', 'partState.'],
  ...['read.', 'refused.', 'sort.', 'unit.', 'unread.', 'words.', 'zip.'],
]

/** Returns the messages that pages of models need. */
export const modelMessages = (language: Language): string =>
  linesOf(language, (key) => isForScripts(key) && !startsWith(key, quoteKeys))

const isForScripts = (key: string): boolean =>
  startsWith(key, firstKeys) || startsWith(key, partKeys)

const startsWith = (key: string, starts: readonly string[]): boolean =>
  starts.some((start) => key.startsWith(start))

const linesOf = (language: Language, isWanted: (key: string) => boolean): string =>
  Object.entries(catalogs[language])
    .filter(([key]) => isWanted(key))
    .map(([key, source]) => `${key}=${source}`)
    .join('\n')
