// Plates for printers of the vendors' bundles that come with the slicer. `npm run plates` slices more of them.
// Skipped without a slicer.
import { afterAll, expect, test } from 'bun:test'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeParts } from '../../lab/plates/parts.ts'
import { checkPlates, vendorFolder } from '../../lab/plates/plates.ts'
import { findSlicer } from '../../slicer-bridge/readiness.ts'
import { cases } from '../../testing/depth.ts'

const slicer = findSlicer(null)
const folder = mkdtempSync(join(tmpdir(), 'plates-'))
afterAll(() => rmSync(folder, { recursive: true }))

test.skipIf(slicer === null || !existsSync(vendorFolder))(
  'end with everything off, lifted and inside the bed',
  async () => {
    const [tower] = [...makeParts(folder)].filter(([name]) => name === 'tower')
    const parts = new Map([tower ?? ['', '']])
    const found: string[] = []
    let plates = 0
    const options = { slicer: slicer ?? '', folder, parts, printers: cases(10) }
    for await (const { plate, faults } of checkPlates({ ...options, vendors: vendorFolder })) {
      plates += 1
      if (faults.length > 0) found.push(`${plate}: ${faults.join('; ')}`)
    }
    // In five materials.
    expect(plates).toBe(5 * cases(10))
    expect(found).toEqual([])
  },
  600_000,
)
