// Projects of slicers: unprinted objects are not billed, and the responses report this (decisions.md 45).
import { expect, test } from 'bun:test'
import { box, merge, meshXml, modelArchive } from '../../../testing/models/meshes.ts'
import { placed, refusal, submit } from '../../../testing/people/submit.ts'
import { use, useService } from '../../../testing/use.ts'

const service = useService()
const account = use(() => service.account())

const cube = box([20, 20, 20])
/** PrusaSlicer 2.5 prints 8.03 cm3 of the first three at 100 % infill, and 7.56 cm3 of the last. */
const project = (type: string, items = '<item objectid="1"/>') =>
  modelArchive(
    `<resources><object id="1">${meshXml(merge(cube, box([10, 10, 10], [5, 5, 15])))}</object><object id="2">${meshXml(cube)}</object></resources><build>${items}</build>`,
    {
      extra: [
        {
          name: 'Metadata/Slic3r_PE_model.config',
          data: `<config><object id="1"><volume firstid="0" lastid="11"/><volume firstid="12" lastid="23"><metadata type="volume" key="name" value="Slot"/><metadata type="volume" key="volume_type" value="${type}"/></volume></object></config>`,
        },
      ],
    },
  )

const send = (bytes: Uint8Array<ArrayBuffer>) =>
  submit(service, account, { fields: { color: 'Black' }, file: { name: 'project.3mf', bytes } })

test.each([
  ['ParameterModifier', '1 modifier'],
  ['SupportBlocker', '1 support blocker'],
  ['SupportEnforcer', '1 support enforcer'],
] as const)('a %s is not billed, and the answer says so', async (type, words) => {
  const { breakdown, note } = await placed(send(project(type)))
  // 8 cm3 x (0.30 + 0.70 x 20 %) x 1.26 g/cm3 = 4.44 g; with the helper it would be 9 cm3.
  expect([breakdown.grams, note]).toEqual([5, `Not printed: ${words}.`])
})

test('an object that is switched off is not billed, and the printability check reports it', async () => {
  const items = '<item objectid="2"/><item objectid="2" printable="0"/>'
  const bytes = project('ModelPart', items)
  const words = 'Not printed: 1 object that the project sets to not print.'
  const { breakdown, note } = await placed(send(bytes))
  expect([breakdown.grams, note]).toEqual([5, words])
  const body = new FormData()
  body.set('file', new Blob([bytes]), 'project.3mf')
  const checked = await service.fetch('/api/printability', { method: 'POST', body })
  expect(await checked.json()).toMatchObject({ printStatus: 'ready', issues: [words] })
})

test('a negative volume is refused with its name', async () => {
  const [status, error] = await refusal(send(project('NegativeVolume')))
  expect(status).toBe(422)
  expect(error).toContain('The part "Slot" is a negative volume')
  expect(error).toContain('apply the negative volume in your slicer')
})

test('a project without a printed object is refused with the reason', async () => {
  const off = project('ModelPart', '<item objectid="2" printable="0"/>')
  const [status, error] = await refusal(send(off))
  expect(status).toBe(422)
  expect(error).toContain('it has only 1 object that the project sets to not print')
})
