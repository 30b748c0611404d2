// Slices parts for printers of the vendors' bundles, as the service would, and executes the files.
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { printings } from '../../server/domain/catalog/printing.ts'
import { gcodeFile, profileFile, sliceArguments } from '../../slicer-bridge/settings/command.ts'
import { profilesOf } from '../../slicer-bridge/settings/profile.ts'
import type { Printing, SliceSettings } from '../../slicer-bridge/settings/settings.ts'
import { openCatalog, type PrinterProfile } from '../../slicer-bridge/vendor/catalog.ts'
import { faultsOf } from './faults.ts'
import { print } from './printer.ts'

/** Folder where the slicer's package installs its bundles. */
export const vendorFolder = '/usr/share/PrusaSlicer/profiles'

type Options = {
  readonly slicer: string
  /** Folder for the files of the slices. */
  readonly folder: string
  readonly parts: ReadonlyMap<string, string>
  /** Number of printers, spread evenly over all with an available nozzle. */
  readonly printers: number
  readonly vendors: string
}

/** Reads the slicer's folder of bundles. Throws for a broken bundle instead of omitting it. */
export async function* checkPlates(options: Options) {
  const { folder, parts, printers: count, vendors } = options
  const catalog = openCatalog([vendors], (file, reason) => {
    throw new Error(`${file}: ${reason}`)
  })
  const usable = catalog.printers.filter(({ nozzleMm }) => [0.4, 0.6].includes(nozzleMm))
  const step = usable.length / Math.min(count, usable.length)
  const printers = Array.from(
    { length: Math.min(count, usable.length) },
    (_, at) => usable[Math.floor(at * step)] as PrinterProfile,
  )
  for (const printer of printers) {
    for (const printing of Object.values(printings)) {
      for (const [part, path] of parts) {
        const plate = `${printer.name}, ${printing.filamentType}, ${part}`
        const found = catalog.profileOf(printer.name, { layerHeightMm: 0.2, printing })
        if (found.kind === 'none') {
          yield { plate, faults: [found.why] }
        } else {
          yield {
            plate,
            faults: await sliceAndPrint(options.slicer, {
              folder,
              path,
              printer,
              printing,
              profile: found.plate,
            }),
          }
        }
      }
    }
  }
}

async function sliceAndPrint(
  slicer: string,
  {
    folder,
    path,
    printer,
    printing,
    profile,
  }: {
    folder: string
    path: string
    printer: PrinterProfile
    printing: Printing
    profile: NonNullable<SliceSettings['plate']>
  },
): Promise<readonly string[]> {
  const own = mkdtempSync(join(folder, 'slice-'))
  const settings: SliceSettings = {
    layerHeightMm: 0.2,
    infillPercent: 20,
    nozzleMm: printer.nozzleMm,
    flow: 'standard',
    plate: profile,
  }
  writeFileSync(join(own, profileFile), profilesOf(settings)[profileFile] ?? '')
  writeFileSync(join(own, 'model.stl'), readFileSync(path))
  const run = Bun.spawn([slicer, ...sliceArguments(settings, { profile: 'quote', raft: false })], {
    cwd: own,
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [out, errors] = [
    await new Response(run.stdout).text(),
    await new Response(run.stderr).text(),
  ]
  if ((await run.exited) !== 0) return [`not sliced: ${lastLine(`${out}\n${errors}`)}`]
  const printed = print(readFileSync(join(own, gcodeFile), 'utf8'))
  return faultsOf(printed, {
    bed: printer.bed,
    material: printing.filamentType,
  })
}

const lastLine = (text: string) =>
  text
    .split('\n')
    .filter((line) => line !== '' && !line.includes('[trace]') && !line.includes('=>'))
    .at(-1) ?? ''
