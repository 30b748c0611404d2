// A check reports how the part will be printed (decisions.md 46): its sentence, its advice and a quote agree.
import { expect, test } from 'bun:test'
import type { ProcessReport } from '../../../server/domain/measurement/processing.ts'
import type { PartSupports } from '../../../server/domain/measurement/supports.ts'
import { withSupports } from '../../../server/domain/printability/with-supports.ts'
import { callTool, resultOf } from '../../../testing/agent/call-tool.ts'
import { standInWeb } from '../../../testing/agent/stand-ins.ts'
import { cubeStl } from '../../../testing/models/meshes.ts'
import { crossStl, teeStl } from '../../../testing/models/overhangs.ts'
import { use, useService } from '../../../testing/use.ts'
import { verifies } from '../../helpers/verifies.ts'

const service = useService()
const web = use(() => standInWeb(service.deps))

const parts = { none: cubeStl({ sizeMm: 20 }), turn: teeStl(), supports: crossStl() }

verifies(
  'decision.supports.check',
  'the check and the tool state the same decision about supports',
  async () => {
    service.replace({ downloads: web.downloads })
    const said = {
      none: ['can be printed as it is.', null],
      turn: ['can be printed, turned so that it needs no supports.', 'Print it turned: '],
      supports: ['can be printed with supports.', 'Print with supports: '],
    } as const
    for (const decision of ['none', 'turn', 'supports'] as const) {
      const name = `${decision}.stl`
      const body = new FormData()
      body.set('file', new Blob([parts[decision]]), name)
      const rest = await (await service.fetch('/api/printability', { method: 'POST', body })).json()
      const model_url = web.publish(name, parts[decision])
      const tool = await resultOf(callTool(service, null, 'check_printability', { model_url }))
      const [detail, advice] = said[decision]
      expect([decision, rest.printStatus]).toEqual([decision, 'ready'])
      expect(rest.printDetail).toEndWith(detail)
      expect(tool.fields).toMatchObject({ detail: rest.printDetail, print_status: 'ready' })
      for (const told of [rest.recommendations, tool.fields['recommendations']] as string[][]) {
        const starts = told.filter((text) => /supports|turned/.test(text))
        expect(starts).toEqual(
          advice === null ? [] : [expect.stringMatching(new RegExp(`^${advice}`))],
        )
      }
    }
  },
)

const supportsAdvice = {
  code: 'supports',
  message: 'Print with supports: there.',
  at: null,
  sizeMm: 4,
}
const other = { code: 'thicken', message: 'Thicker.', at: null, sizeMm: null }
const reportOf = (printDetail: string, recommendations: ProcessReport['recommendations']) =>
  ({ printStatus: 'ready', printDetail, issues: [], recommendations }) as unknown as ProcessReport
const decided = (decision: PartSupports['decision']): PartSupports => ({
  decision,
  filamentCm3: 1,
  seconds: 60,
  unsupportedMm2: 50,
  turnedMm: null,
})

test('the core’s text is replaced by the decision, and its location stays', () => {
  const asItIs = 'The model can be printed as it is.'
  const supported = 'The model needs no repair and can be printed with supports.'
  const cases = [
    [asItIs, [], 'none', asItIs, []],
    [
      supported,
      [supportsAdvice, other],
      'none',
      'The model needs no repair and can be printed.',
      [other],
    ],
    [
      asItIs,
      [other],
      'supports',
      'The model can be printed with supports.',
      [
        {
          code: 'supports',
          message: 'Print with supports: without them, 50 mm² of its layers would rest on nothing.',
          at: null,
          sizeMm: null,
        },
        other,
      ],
    ],
    [supported, [supportsAdvice], 'supports', supported, [supportsAdvice]],
    [
      supported,
      [supportsAdvice],
      'turn',
      'The model needs no repair and can be printed, turned so that it needs no supports.',
      [
        {
          code: 'turn',
          message:
            'Print it turned: as its file has it, 50 mm² of its layers would rest on nothing.',
          at: null,
          sizeMm: null,
        },
      ],
    ],
  ] as const
  for (const [detail, advice, decision, printDetail, recommendations] of cases) {
    const { printDetail: said, recommendations: told } = withSupports(
      reportOf(detail, advice),
      decided(decision),
    )
    expect([said, told] as unknown[]).toEqual([printDetail, [...recommendations]])
  }
})

test('a model that needs a redesign is not printed', () => {
  const report = { ...reportOf('The surface could not be closed.', [supportsAdvice]) }
  const redesign = { ...report, printStatus: 'needs-redesign' } as const
  expect(withSupports(redesign, decided('none'))).toEqual(redesign)
})
