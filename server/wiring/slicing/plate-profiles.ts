// The profiles for slicing plates: those of printer models, from the slicer's vendor bundles, and those of beds.
import { existsSync } from 'node:fs'
import type { PlateProfile, Printing } from '../../../slicer-bridge/settings/settings.ts'
import {
  type Bed,
  holds,
  isRound,
  lies,
  spanOf,
  usableArea,
} from '../../../slicer-bridge/vendor/bed.ts'
import { bedPlate } from '../../../slicer-bridge/vendor/bed-plate.ts'
import {
  type Catalog,
  openCatalog,
  type PrinterProfile,
} from '../../../slicer-bridge/vendor/catalog.ts'
import type { Log } from '../../domain/base/ports.ts'
import { buildVolumeMm } from '../../domain/catalog/build-volume.ts'
import { defaultPrintOptions } from '../../domain/catalog/options.ts'
import type { SizeMm } from '../../domain/farm/jobs/job.ts'
import { farmBed, type PlateProfiles } from '../../domain/farm/printers/plate-profiles.ts'
import type { PrinterFacts } from '../../domain/farm/printers/printer.ts'
import type { SliceSettings } from '../../domain/measurement/slice-settings.ts'
import type { PlateBed } from '../../domain/planning/arrange/plate-bed.ts'
import { type Places, placesIn } from '../../domain/planning/plates.ts'

/** `none` has the reason, for operators. A null `plate` means the farm's settings. */
export type PlateFound =
  | { readonly kind: 'found'; readonly plate: PlateProfile | null; readonly note: string | null }
  | { readonly kind: 'none'; readonly why: string }

export type PlateConfigs = PlateProfiles & {
  readonly plateOf: (
    profile: string,
    wanted: { readonly settings: SliceSettings; readonly printing: Printing },
  ) => PlateFound
}

/** Opens the profiles. `folders` contain bundles; missing folders are skipped. The bundles are read when they are first needed. */
export function openPlateProfiles(folders: readonly string[], log: Log): PlateConfigs {
  let opened: Catalog | null = null
  const catalog = () => {
    opened ??= openCatalog(
      folders.filter((folder) => existsSync(folder)),
      (file, reason) => log.warn('farm.profiles_unreadable', { file, reason }),
    )
    return opened
  }
  const bedOf = (profile: string): Bed | null =>
    profile === farmBed ? ownBed : (bedNamed(profile) ?? catalog().find(profile)?.bed ?? null)
  return {
    of: (printer) => {
      const model = modelOf(catalog(), printer)
      return model === null
        ? {
            profile: bedName(printer) ?? farmBed,
            nozzleMm: printer.nozzleDiameter,
            isOfModel: false,
          }
        : { profile: model.name, nozzleMm: model.nozzleMm, isOfModel: true }
    },
    similar: (model) => {
      const { printers, find } = catalog()
      return find(model) === null
        ? mostLike(
            model,
            printers.map(({ name }) => name),
          )
        : []
    },
    bed: (profile) => {
      const bed = bedOf(profile)
      return bed === null ? null : plateBedOf(bed)
    },
    places: (profile, sizeMm) => {
      const bed = bedOf(profile)
      return bed === null ? null : placesOn(bed, sizeMm)
    },
    holds: (profile, printed) => {
      const bed = bedOf(profile)
      return bed !== null && holds(bed, printed)
    },
    plateOf: (profile, { settings, printing }) => {
      if (profile === farmBed) return { kind: 'found', plate: null, note: null }
      const { layerHeightMm, nozzleMm } = settings
      const bed = bedNamed(profile)
      if (bed !== null) {
        const plate = bedPlate({ bed, nozzleMm, layerHeightMm, printing })
        return { kind: 'found', plate, note: null }
      }
      return catalog().profileOf(profile, { layerHeightMm, printing })
    },
  }
}

const nozzleAtEnd = / \(?0\.\d{1,2} (?:mm )?nozzle\)?$/

const wordsOf = (name: string) => new Set(name.toLowerCase().match(/[a-z0-9.]+/g) ?? [])

/** Returns the profiles that share the most words with the name, or the shortest of equally good ones. */
function mostLike(model: string, names: readonly string[]): readonly string[] {
  const words = wordsOf(model)
  const rated = names.map((name) => ({ name, shared: wordsOf(name).intersection(words).size }))
  const most = Math.max(0, ...rated.map(({ shared }) => shared))
  if (most === 0) return []
  return rated
    .filter(({ shared }) => shared === most)
    .map(({ name }) => name)
    .toSorted((one, other) => one.length - other.length)
    .slice(0, 5)
}

/**
 * Returns the model's profile. Vendors usually have a profile per nozzle, and append every nozzle except the standard one to its name.
 */
function modelOf(
  catalog: Catalog,
  { model, nozzleDiameter }: Pick<PrinterFacts, 'model' | 'nozzleDiameter'>,
): PrinterProfile | null {
  if (model === null) return null
  const nozzle = nozzleDiameter ?? defaultPrintOptions.nozzleDiameter
  // No name contains the standard nozzle, so it is removed from the given model.
  const plain = model.replace(nozzleAtEnd, '')
  const names = [model, `${model} ${nozzle} nozzle`, `${model} (${nozzle} mm nozzle)`, plain]
  const profiles = names.map(catalog.find).filter((profile) => profile !== null)
  return profiles.find(({ nozzleMm }) => (nozzleDiameter ?? nozzleMm) === nozzleMm) ?? null
}

/** Returns the places. A single part may use the whole bed. */
export function placesOn(bed: Bed, sizeMm: SizeMm): Places {
  const { heightMm } = bed
  const places = placesIn([...usableArea(bed), heightMm], sizeMm)
  const [x, y, z] = sizeMm
  if (places.copies > 0 || z > heightMm) return places
  if (lies(bed, x, y)) return { copies: 1, isTurned: false }
  return { copies: lies(bed, y, x) ? 1 : 0, isTurned: true }
}

/** Returns the bounding box of the outline; for a round bed, the diameter. */
function plateBedOf({ outline, heightMm }: Bed): PlateBed {
  const [[left, right], [front, back]] = spanOf(outline)
  const shape = isRound(outline) ? 'round' : 'rectangle'
  return { widthMm: right - left, depthMm: back - front, heightMm, shape }
}

const ownBed = rectangle(buildVolumeMm, 'front_left')

/** Returns text such as `250 x 210 x 220 mm`, or null if the bed is not known. */
function bedName({ bedMm, bedOrigin }: Pick<PrinterFacts, 'bedMm' | 'bedOrigin'>): string | null {
  if (bedMm === null) return null
  return `${bedMm.join(' x ')} mm${bedOrigin === 'center' ? centered : ''}`
}

const centered = ', origin in the middle'
const bedPattern =
  /^(\d+(?:\.\d+)?) x (\d+(?:\.\d+)?) x (\d+(?:\.\d+)?) mm(, origin in the middle)?$/

function bedNamed(profile: string): Bed | null {
  const [, x, y, z, middle] = bedPattern.exec(profile) ?? []
  if (x === undefined) return null
  return rectangle(
    [Number(x), Number(y), Number(z)],
    middle === undefined ? 'front_left' : 'center',
  )
}

/** Returns the rectangle. Beds with a central origin are usually round, so for these it is the inscribed square. */
function rectangle(
  [x, y, z]: readonly [number, number, number],
  origin: PrinterFacts['bedOrigin'],
): Bed {
  const isCentered = origin === 'center'
  const [width, depth] = isCentered
    ? [Math.floor(x * Math.SQRT1_2), Math.floor(y * Math.SQRT1_2)]
    : [x, y]
  const [left, front] = isCentered ? [-width / 2, -depth / 2] : [0, 0]
  const [right, back] = [left + width, front + depth]
  return {
    outline: [
      [left, front],
      [right, front],
      [right, back],
      [left, back],
    ],
    center: [left + width / 2, front + depth / 2],
    heightMm: z,
  }
}
