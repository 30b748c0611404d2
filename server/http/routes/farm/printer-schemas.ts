// Request bodies of the programs that connect printers.

import * as v from 'valibot'
import { materialNames } from '../../../domain/catalog/materials.ts'
import { maxColorCharacters, nozzleDiametersMm } from '../../../domain/catalog/options.ts'
import {
  bedOrigins,
  firmwares,
  maxPrinterDetail,
  maxPrinterText,
  maxSpools,
  reportWords,
} from '../../../domain/farm/printers/printer.ts'
import {
  commandActions,
  commandOutcomes,
  deskFeatures,
  maxCommandReason,
  maxMissingReason,
  maxPictureBytes,
  temperatureRange,
} from '../../../domain/farm/printers/printer-desk.ts'
import { fileKinds } from '../../../domain/planning/plates.ts'
import { orAbsent, scrapReason, text } from '../../contract/body-parts.ts'
import { named } from '../../contract/schemas.ts'
import {
  count,
  filesRule,
  jobCounts,
  listOf,
  progressEntries,
  sentJobId,
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
  'Build volume of a printer in mm, and the corner where X and Y are 0: front_left by default.',
)

const nozzleRule = `must be one of ${nozzleDiametersMm.join(', ')}`

const temperatureRule = `must be a number from ${temperatureRange.min} to ${temperatureRange.max}`
const degrees = v.pipe(
  v.number(temperatureRule),
  v.minValue(temperatureRange.min, temperatureRule),
  v.maxValue(temperatureRange.max, temperatureRule),
)

const temperature = named(
  'PrinterTemperature',
  v.object({ actual: degrees, target: orAbsent(degrees) }),
  'A temperature in degrees Celsius, and the one that it is heated to.',
)

const temperatures = named(
  'PrinterTemperatures',
  v.object({
    nozzle: orAbsent(temperature),
    bed: orAbsent(temperature),
    chamber: orAbsent(temperature),
  }),
  'The temperatures that the printer reports.',
)

export type SentTemperatures = v.InferOutput<typeof temperatures>

const commandsRule = `must be a list of ${commandActions.join(', ')}`
const missingRule = `must be a list of at most ${deskFeatures.length} features`

const controls = named(
  'PrinterControls',
  v.object({
    commands: v.pipe(
      v.array(v.picklist(commandActions, commandsRule), commandsRule),
      v.maxLength(commandActions.length, commandsRule),
    ),
    missing: orAbsent(
      v.pipe(
        v.array(
          v.object({ feature: oneOf(deskFeatures), reason: text(maxMissingReason) }),
          missingRule,
        ),
        v.maxLength(deskFeatures.length, missingRule),
      ),
    ),
  }),
  'Commands that the program carries out, and why other features of the desk are missing.',
)

/** Body of PUT /api/farm/printers/{name}. */
export const printerReport = v.object({
  state: oneOf(reportWords),
  detail: orAbsent(text(maxPrinterDetail)),
  jobId: orAbsent(sentJobId),
  ...progressEntries,
  model: orAbsent(text(maxPrinterText)),
  bedMm: orAbsent(bed),
  nozzleDiameter: orAbsent(v.picklist(nozzleDiametersMm, nozzleRule)),
  firmware: orAbsent(oneOf(firmwares)),
  files: listOf(v.picklist(fileKinds, filesRule), filesRule),
  spools: orAbsent(spools),
  temperatures: orAbsent(temperatures),
  controls: orAbsent(controls),
})

const sinceRule = 'must be the `since` of a report, such as 2026-11-21T10:05:30.000Z'

/** Body of POST /api/farm/printers/{name}/clear. */
export const clearSchema = v.object({
  scrap: orAbsent(count),
  jobs: jobCounts,
  scrapReason,
  jobId: orAbsent(sentJobId),
  since: orAbsent(v.pipe(v.string(sinceRule), v.isoTimestamp(sinceRule))),
})

/** Body of POST /api/farm/commands/{id}/take. */
export const takeSchema = v.object({ taker: uuid })

/** Body of POST /api/farm/commands/{id}/end. */
export const endSchema = v.object({
  taker: uuid,
  outcome: oneOf(commandOutcomes),
  reason: orAbsent(text(maxCommandReason)),
})

const base64Characters = Math.ceil(maxPictureBytes / 3) * 4
const pictureRule = `must be the base64 of at most ${maxPictureBytes / 1024} KiB`

/** Body of PUT /api/farm/printers/{name}/picture. */
export const pictureSchema = v.object({
  base64: v.pipe(
    v.string(pictureRule),
    v.minLength(1, pictureRule),
    v.maxLength(base64Characters, pictureRule),
    v.regex(/^[A-Za-z0-9+/]+={0,2}$/, pictureRule),
  ),
})
/** The base64 and the rest of the JSON. */
export const maxPictureJsonBytes = base64Characters + 1024
