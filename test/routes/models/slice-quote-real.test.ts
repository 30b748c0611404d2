// The complete path with a real PrusaSlicer: an uploaded STL, OBJ or 3MF takes as much as on the bare command line.
// Without a slicer the requirement is reported as skipped.
import { beforeAll, describe, expect } from 'bun:test'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { generationRow } from '../../../testing/database/rows.ts'
import { binaryStl, box, merge, threeMf } from '../../../testing/models/meshes.ts'
import { cross, crossStl, lyingTee, teeStl } from '../../../testing/models/overhangs.ts'
import { bareSlice } from '../../../testing/slicer/bare-slice.ts'
import { cubeObj, sliceQuote, upload, uploaded } from '../../../testing/slicer/scripted-slicer.ts'
import { useService } from '../../../testing/use.ts'
import { verifies } from '../../helpers/verifies.ts'

const slicerPath = Bun.which('prusa-slicer')

describe('a real slice', () => {
  const service = useService({
    env: slicerPath === null ? {} : { SLICER_PATH: slicerPath, SLICER_CAGE: 'optional' },
  })
  let cookie: string
  beforeAll(async () => {
    cookie = await service.signIn('real-slices@example.com')
  })

  const steps = merge(box([30, 20, 5]), box([10, 20, 10], [0, 0, 5]))
  const cases = [
    { name: 'steps.stl', bytes: binaryStl(steps), mesh: steps },
    // 15.3 and not 15: PrusaSlicer treats only a binary STL of round numbers as text.
    { name: 'cube.obj', bytes: cubeObj({ sizeMm: 15.3 }), mesh: box([15.3, 15.3, 15.3]) },
    { name: 'steps.3mf', bytes: threeMf(steps), mesh: steps },
    // The slice is of the pose as it will be printed (decisions.md 46).
    { name: 'cross.stl', bytes: crossStl(), mesh: cross(), supports: true },
    // Rotated the other way, with other seams and moves.
    { name: 'tee.stl', bytes: teeStl(), mesh: lyingTee(), seconds: 0.03 },
  ]
  for (const { name, bytes, mesh, supports = false, seconds: off = 0.01 } of cases) {
    const takesTheSame = async () => {
      const { generationId } = await uploaded(upload(service, cookie, { name, bytes }))
      const response = await sliceQuote(service, cookie, { generationId })
      const body = await response.json()
      expect({ status: response.status, body }).toMatchObject({ status: 200, body: { ok: true } })
      const folder = join(service.stateDir, name)
      mkdirSync(folder)
      const stlPath = join(folder, 'bare.stl')
      writeFileSync(stlPath, binaryStl(mesh))
      const bare = await bareSlice({ slicerPath: slicerPath ?? '', stlPath, folder, supports })
      const { filamentCm3, seconds, layers } = body.sliceAnalysis
      const bareCm3 = (bare.filamentMm * Math.PI * 0.875 ** 2) / 1000
      expect(Math.abs(filamentCm3 / bareCm3 - 1)).toBeLessThan(0.002)
      expect(Math.abs(seconds / bare.seconds - 1)).toBeLessThan(off)
      expect(layers).toBe(bare.layers)
      // The slice is stored with the model.
      const { slice_analysis } = await generationRow(service.db, generationId)
      expect(slice_analysis).toMatchObject(body.sliceAnalysis)
    }
    const title = `${name} takes what the bare command line takes`
    verifies(['slice.real-slicer', 'decision.supports.slice'], title, takesTheSame, {
      skipIf: slicerPath === null,
    })
  }
})
