// Types that the geometry core and the domain both declare, because the core imports nothing of the service. The
// compiler compares them.
import { expect, expectTypeOf, test } from 'bun:test'
import type * as core from '../../geometry/outcome.ts'
import { parseOutcome } from '../../geometry/parse-outcome.ts'
import type * as inspection from '../../server/domain/measurement/inspection.ts'
import type * as processing from '../../server/domain/measurement/processing.ts'
import type * as report from '../../server/domain/models/report.ts'

test('the domain has the shapes of the geometry core', () => {
  expectTypeOf<processing.MeshRepair>().toEqualTypeOf<core.MeshRepair>()
  expectTypeOf<processing.Printability>().toEqualTypeOf<core.Printability>()
  expectTypeOf<processing.Remark>().toEqualTypeOf<core.Remark>()
  expectTypeOf<processing.ProcessReport>().toEqualTypeOf<core.ProcessReport>()
  expectTypeOf<processing.ChangedPart>().toEqualTypeOf<core.ChangedPart>()
  expectTypeOf<processing.PlateTime>().toEqualTypeOf<core.PlateTime>()
  expectTypeOf<inspection.FaultKind>().toEqualTypeOf<core.FaultKind>()
  expectTypeOf<inspection.FaultPlace>().toEqualTypeOf<core.FaultPlace>()
  expectTypeOf<report.Extents>().toEqualTypeOf<core.Extents>()
})

test('every report of the core is a report of the domain', () => {
  expectTypeOf<core.MeshReport>().toExtend<report.MeshReport>()
  expectTypeOf<core.SlicedReport>().toExtend<report.SlicedReport>()
  expectTypeOf<core.MeshFault>().toExtend<inspection.MeshFault>()
  expectTypeOf<core.EstimateOutcome>().toExtend<processing.EstimateOutcome>()
  expectTypeOf<core.InspectOutcome>().toExtend<inspection.InspectOutcome>()
})

test('an outcome of an unknown kind is refused', () => {
  expect(parseOutcome('{"kind":"busy","by":"queue"}')).toEqual({ kind: 'busy', by: 'queue' })
  for (const json of ['{"kind":"melted"}', '{}', '{"kind":"toString"}']) {
    expect(() => parseOutcome(json)).toThrow('the core returned the unknown kind')
  }
})
