// The engine's model as a print: its repair, and its verdict.
import { beforeAll, describe, expect, test } from 'bun:test'
import type { Meshes } from '../../../server/domain/measurement/ports.ts'
import {
  engineCube,
  generationForm,
  openGenerationService,
  usePerson,
} from '../../../testing/engines/generation.ts'
import { box, cup, glb, sphere } from '../../../testing/models/meshes.ts'
import { use } from '../../../testing/use.ts'
import { verifies } from '../../helpers/verifies.ts'
import { flatMesh, generating, sheet } from './generating.ts'

const service = use(openGenerationService)
const person = usePerson(service)
const generated = generating(service, person)

describe('the repair request', () => {
  const processed: Parameters<Meshes['process']>[0][] = []
  beforeAll(() => {
    const { meshes } = service.deps
    service.replace({
      meshes: {
        process: (request) => {
          processed.push(request)
          return meshes.process(request)
        },
      },
    })
  })
  const askedFor = async (advanced: Record<string, unknown>) => {
    await generated({ prompt: 'a cup', advanced })
    return processed.at(-1)
  }

  test('has smoothing, orientation and the plate’s size by default', async () => {
    expect(await askedFor({})).toMatchObject({
      format: 'glb',
      options: { smoothing: 'light', orient: true, scaleToPlate: true },
      outputs: { glb: true },
    })
    expect((await askedFor({}))?.options?.hollow).toBeUndefined()
  })

  verifies('gen.option.hollowing-back-off', 'a hollow starts from the requested wall', async () => {
    const asked = await askedFor({ hollowing: 'hollow', wallThicknessMm: 3.2, smoothing: 'off' })
    expect(asked?.options).toMatchObject({ hollow: { wallMm: 3.2 }, smoothing: 'off' })
    // Plates of 30 x 30 mm. A cavity needs room: at 2 and 1.6 mm 3.2 mm have none, at 1.2 they have 0.8; 2.4 mm have as much at
    // 0.8, the least; 1.6 mm have none at all.
    const plates = [
      { heightMm: 3.2, wall: { hollowed: true, hollowWallMm: 1.2 } },
      { heightMm: 2.4, wall: { hollowed: true, hollowWallMm: 0.8 } },
    ]
    const hollow = async (heightMm: number) => {
      service.engine.script.download = () => glb(box([0.03, 0.03, heightMm / 1000]))
      const advanced = {
        hollowing: 'hollow',
        wallThicknessMm: 2,
        smoothing: 'off',
        sizeMm: 30,
      }
      return (await generated({ prompt: 'a cup', advanced }))['meshRepair']
    }
    for (const { heightMm, wall } of plates) expect(await hollow(heightMm)).toMatchObject(wall)
    const solid = await hollow(1.6)
    expect(solid.hollowed ?? false).toBe(false)
    expect(JSON.stringify(solid)).toContain('no cavity fits inside, even with a 0.8 mm wall')
  })

  verifies('gen.option.hollowing-open', async () => {
    const hollow = (mesh: Parameters<typeof glb>[0]) => {
      service.engine.script.download = () => glb(mesh)
      const advanced = { hollowing: 'hollow', smoothing: 'off' }
      return generated({ prompt: 'a cup', advanced })
    }
    // The same call hollows closed models, and models that its repair closes.
    const cube = box([0.02, 0.02, 0.02])
    const hollowed = { hollowed: true, hollowWallMm: 2, remainingBoundaryEdges: 0 }
    expect((await hollow(cube))['meshRepair']).toMatchObject({ ...hollowed, filledHoles: 0 })
    const holed = { ...cube, triangles: cube.triangles.slice(1) }
    expect((await hollow(holed))['meshRepair']).toMatchObject({ ...hollowed, filledHoles: 1 })
    // A sheet cannot be closed.
    const open = await hollow(sheet)
    expect(open['meshRepair']).toEqual({
      applied: false,
      summary: 'Nothing could be repaired. The model is flat or open: it encloses no volume.',
    })
    const sha256 = new Bun.CryptoHasher('sha256').update(flatMesh).digest('hex')
    expect(open['modelUrl']).toBe(`gs://svc-local/models/${sha256}.glb`)
  })
})

describe('the verdict', () => {
  const bigSphere = () => glb(sphere({ radius: 0.02, rings: 24, segments: 32 }))

  verifies(
    ['gen.print-status.ready', 'gen.result.score-ready', 'gen.result.print-detail'],
    'a closed model without faults is ready, with 95',
    async () => {
      const response = await generated({ prompt: 'a cup', advanced: { smoothing: 'off' } })
      expect(response).toMatchObject({ printStatus: 'ready', printabilityScore: 95 })
      expect(response['printDetail']).toBe('The model can be printed as it is.')
      expect(response['issues']).toEqual([])
      expect(response['recommendations']).toEqual([])
    },
  )

  verifies(['gen.print-status.repaired', 'gen.result.score-repaired'], async () => {
    const { positions, triangles } = box([0.02, 0.02, 0.02])
    service.engine.script.download = () => glb({ positions, triangles: triangles.slice(1) })
    const response = await generated({ prompt: 'a cup', advanced: { smoothing: 'off' } })
    expect(response).toMatchObject({ printStatus: 'repaired', printabilityScore: 85 })
    expect(response['meshRepair'].filledHoles).toBe(1)
  })

  verifies(
    ['gen.print-status.needs-redesign', 'gen.result.score-needs-redesign'],
    'an unreadable or open model needs a redesign with 0, one that cannot be closed with 40, one that is too thin with 45',
    async () => {
      service.engine.script.download = () => new Uint8Array(Buffer.from('not a mesh at all'))
      const broken = await generated({ prompt: 'a cup' })
      const reason = 'This is not a GLB file: it does not start with "glTF".'
      expect(broken).toMatchObject({
        printStatus: 'needs-redesign',
        printabilityScore: 0,
        meshRepair: { applied: false, summary: `Nothing could be repaired. ${reason}` },
        printDetail: `The mesh could not be read. ${reason}`,
        issues: [reason],
        recommendations: ['Generate the model again, with another engine or a simpler prompt.'],
        printEstimate: null,
        persisted: true,
      })
      service.engine.script.download = () => glb(box([0.02, 0.02, 0.0005]))
      const thin = await generated({
        prompt: 'a cup',
        advanced: { smoothing: 'off', sizeMm: 20 },
      })
      expect(thin).toMatchObject({ printStatus: 'needs-redesign', printabilityScore: 45 })
      service.engine.script.download = () => flatMesh
      const open = await generated({ prompt: 'a cup' })
      expect(open).toMatchObject({ printStatus: 'needs-redesign', printabilityScore: 0 })
      // The core closes any mesh that encloses a volume, so the report of a model that it could not close is made up
      // here.
      const { meshes } = service.deps
      service.replace({
        meshes: {
          process: async (request) => {
            const done = await meshes.process(request)
            if (done.kind !== 'processed') return done
            const report = { printStatus: 'needs-redesign', printabilityScore: 40 } as const
            return { ...done, report: { ...done.report, ...report } }
          },
        },
      })
      service.engine.script.download = () => engineCube
      const torn = await generated({ prompt: 'a cup' })
      expect(torn).toMatchObject({ printStatus: 'needs-redesign', printabilityScore: 40 })
    },
  )

  verifies('decision.nothing-prints.generation', async () => {
    await service.setCredits(person, 9)
    // Walls of 0.1 mm, in the meters of a GLB.
    service.engine.script.download = () => glb(cup(0.08, 0.0001))
    const looked = service.language.reviewed.length
    for (const mode of ['fast_draft', 'hi_fi']) {
      const response = await generated({ prompt: 'a cup', mode, advanced: { smoothing: 'off' } })
      expect(response).toMatchObject({
        printStatus: 'needs-redesign',
        printabilityScore: 45,
        printDetail: 'The model is thinner than can be printed.',
        printEstimate: null,
      })
      expect(response['issues']).toContainEqual(
        expect.stringMatching(/^Most of the model is too thin to print/),
      )
    }
    // A review cannot override it.
    expect(service.language.reviewed.length).toBe(looked)
  })

  verifies(['gen.print-status.supports', 'gen.result.print-status'], async () => {
    const prompt = 'an overhang'
    await service.setCredits(person, 9)
    service.engine.script.download = bigSphere
    expect((await generated({ prompt }))['printStatus']).not.toBe('supports')
    const looked = service.language.reviewed.length
    const fine = await generated({ prompt, mode: 'hi_fi' })
    expect(fine).toMatchObject({ printStatus: 'supports', printabilityScore: 72 })
    expect(fine['issues']).toContain('seen by the model')
    const form = { inputMode: 'image_text', prompt }
    expect((await generated(generationForm(form, [{}])))['printStatus']).toBe('supports')
    const several = [{ field: 'images' }, { field: 'images' }] as const
    const views = generationForm({ inputMode: 'multiview', prompt }, several)
    expect((await generated(views))['printStatus']).toBe('supports')
    expect(service.language.reviewed.length - looked).toBe(3)
  })
})
