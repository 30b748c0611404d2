// Why a file could not be read, in the language of a page.
import { thinnestMm } from '../../../domain/catalog/build-volume.ts'
import { type MeasurementFailure, unreadableCodes } from '../../../domain/measurement/failure.ts'
import { defaultLanguage } from '../../languages/languages.ts'
import type { ScriptKey } from '../../languages/script-messages.ts'
import type { ScriptWords } from '../../languages/script-words.ts'

type Unreadable = Extract<MeasurementFailure, { kind: 'mesh_unreadable' }>

type UnreadKey = Exclude<Extract<ScriptKey, `unread.${string}`>, 'unread.tooSmall'>

/** Messages by code. Those of the geometry core are in geometry/src. */
const keys: Readonly<Record<string, UnreadKey>> = {
  [unreadableCodes.timedOut]: 'unread.timedOut',
  [unreadableCodes.crashed]: 'unread.memory',
  [unreadableCodes.noVolume]: 'unread.noVolume',
  [unreadableCodes.padded]: 'unread.padded',
  [unreadableCodes.moved]: 'unread.moved',
  empty_file: 'unread.noSurface',
  no_triangles: 'unread.noSurface',
  only_degenerate: 'unread.noSurface',
  not_this_format: 'unread.format',
  over_limit: 'unread.limit',
  too_intricate: 'unread.limit',
  truncated: 'unread.damaged',
  count_mismatch: 'unread.damaged',
  malformed: 'unread.damaged',
  non_finite: 'unread.damaged',
  bad_reference: 'unread.damaged',
  cycle: 'unread.damaged',
  bad_archive: 'unread.damaged',
  unsupported: 'unread.unsupported',
  negative_volume: 'unread.unsupported',
  nothing_to_print: 'unread.notToPrint',
  sliced_plate_missing: 'unread.sliced',
  sliced_contradiction: 'unread.sliced',
}

/** Returns the reason. The geometry core and the domain state it in English only, with more detail than the code has. */
export function unreadText(words: ScriptWords, { reason, code = '' }: Unreadable): string {
  if (words.language === defaultLanguage) return reason
  return code === unreadableCodes.tooSmall
    ? words.text('unread.tooSmall', { mm: words.exact(thinnestMm) })
    : words.text(keys[code] ?? 'unread.other')
}
