// Bodies of the programs that connect printers.

import * as v from 'valibot'
import { materialNames } from '../../../domain/catalog/materials.ts'
import { maxColorCharacters, nozzleDiametersMm } from '../../../domain/catalog/options.ts'
import {
  bedOrigins,
  firmwares,
  maxPrinterDetail,
  maxPrinterText,
  maxSpools,
  reportedStates,
} from '../../../domain/farm/printers/printer.ts'
import { fileKinds } from '../../../domain/planning/plates.ts'
import { named } from '../../contract/schemas.ts'
import { orAbsent, scrapReason, text } from '../orders/status-schemas.ts'
import {
  count,
  filesRule,
  jobCounts,
  listOf,
  progressEntries,
  side,
  uuid,
  whole,
} from './job-schemas.ts'

const oneOf = <const W extends readonly string[]>(words: W) =>
  v.picklist(words, `must be one of ${words.join(', ')}`)

export const maxGrams = 100_000

export const spool = named(
  'Spool',
  v.object({
    slot: whole(1, maxSpools),
    material: oneOf(materialNames),
    color: text(maxColorCharacters),
    gramsLeft: orAbsent(whole(0, maxGrams)),
  }),
  'A spool that is loaded.',
)

const spoolsRule = `must be a list of at most ${maxSpools} spools, each in a slot of its own`

export const spools = v.pipe(
  v.array(spool, spoolsRule),
  v.maxLength(maxSpools, spoolsRule),
  v.check((list) => new Set(list.map(({ slot }) => slot)).size === list.length, spoolsRule),
)

const bed = named(
  'PrinterBed',
  v.object({ x: side, y: side, z: side, origin: orAbsent(oneOf(bedOrigins)) }),
  'What a printer can build in mm, and where X and Y are 0: front_left unless given.',
)

const nozzleRule = `must be one of ${nozzleDiametersMm.join(', ')}`

/** PUT /api/farm/printers/{name} */
export const printerReport = v.object({
  state: oneOf(reportedStates),
  detail: orAbsent(text(maxPrinterDetail)),
  jobId: orAbsent(uuid),
  ...progressEntries,
  model: orAbsent(text(maxPrinterText)),
  bedMm: orAbsent(bed),
  nozzleDiameter: orAbsent(v.picklist(nozzleDiametersMm, nozzleRule)),
  firmware: orAbsent(oneOf(firmwares)),
  files: listOf(v.picklist(fileKinds, filesRule), filesRule),
  spools: orAbsent(spools),
})

const sinceRule = 'must be the `since` of a report, such as 2026-11-21T10:05:30.000Z'

/** POST /api/farm/printers/{name}/clear */
export const clearSchema = v.object({
  scrap: orAbsent(count),
  jobs: jobCounts,
  scrapReason,
  jobId: orAbsent(uuid),
  since: orAbsent(v.pipe(v.string(sinceRule), v.isoTimestamp(sinceRule))),
})
