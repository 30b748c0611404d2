// `npm run plates [-- --printers 20 --vendors <folder>]`: slices models for printers of the vendors' bundles in every
// material, and executes each file on a simulated printer. Exits with 1 when a file may not be printed.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { findSlicer } from '../../slicer-bridge/readiness.ts'
import { makeParts } from './parts.ts'
import { checkPlates, vendorFolder } from './plates.ts'

const { values } = parseArgs({
  options: {
    printers: { type: 'string', default: '20' },
    vendors: { type: 'string', default: vendorFolder },
  },
})
const slicer = findSlicer(null)
if (slicer === null) throw new Error('No prusa-slicer is on PATH.')
const folder = mkdtempSync(join(tmpdir(), 'plates-'))
try {
  const parts = makeParts(folder)
  const seen = { plates: 0, faulty: 0 }
  const printers = Number(values.printers)
  for await (const { plate, faults } of checkPlates({
    slicer,
    folder,
    parts,
    printers,
    vendors: values.vendors,
  })) {
    seen.plates += 1
    if (faults.length > 0) {
      seen.faulty += 1
      console.log(`${plate}: ${faults.join('; ')}`)
    }
    if (seen.plates % 50 === 0) console.log(`${seen.plates} plates, ${seen.faulty} with faults`)
  }
  console.log(`${seen.plates} plates, ${seen.faulty} with faults`)
  process.exitCode = seen.plates > 0 && seen.faulty === 0 ? 0 : 1
} finally {
  rmSync(folder, { recursive: true })
}
