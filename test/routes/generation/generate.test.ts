// POST /api/generate: the response of a generation, the order of its steps, and its cost.
import { describe, expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { generationRow } from '../../../testing/database/rows.ts'
import {
  engineCube,
  generationForm,
  MODEL_URL,
  openGenerationService,
  PREVIEW_URL,
  refined,
  startedTask,
  usePerson,
} from '../../../testing/engines/generation.ts'
import { box, cubeGlb, glb } from '../../../testing/models/meshes.ts'
import { hurryRetries } from '../../../testing/service/short-timers.ts'
import { use } from '../../../testing/use.ts'
import { verifies } from '../../helpers/verifies.ts'
import { flatMesh, generating } from './generating.ts'

const service = use(openGenerationService)
const person = usePerson(service)

const generated = generating(service, person)

const photo = generationForm({ inputMode: 'image' }, [{ name: 'cup.png' }])

describe('the response', () => {
  verifies(
    [
      'gen.result.model-url',
      'gen.result.preview-url',
      'gen.result.persisted',
      'gen.result.task-id',
      'gen.result.generation-id',
      'gen.result.echo',
      'gen.result.credits-charged',
      'gen.result.source',
    ],
    'names the files, the engine and the cost',
    async () => {
      service.engine.script.start = () => startedTask({ source: 'fal', taskId: 'fal-77' })
      const response = await generated({ prompt: 'a cup', mode: 'hi_fi' })
      expect(response).toMatchObject({
        persisted: true,
        source: 'fal',
        taskId: 'fal-77',
        mode: 'hi_fi',
        inputMode: 'text',
        creditsCharged: 2,
      })
      expect(response['modelUrl']).toMatch(/^gs:\/\/svc-local\/models\/[0-9a-f]{64}\.glb$/)
      const sha256 = new Bun.CryptoHasher('sha256').update(engineCube).digest('hex')
      expect(response['previewUrl']).toBe(`gs://svc-local/models/${sha256}.glb`)
      expect(response['modelUrl']).not.toBe(response['previewUrl'])
      const row = await generationRow(service.db, response['generationId'])
      expect(row).toMatchObject({
        account_id: person.accountId,
        mode: 'hi_fi',
        input_mode: 'text',
        prompt: 'a cup',
        model_uri: response['modelUrl'],
        preview_uri: response['previewUrl'],
        file_name: 'model.glb',
        format: 'glb',
      })
    },
  )

  verifies('gen.result.mesh-repair-applied', async () => {
    const { meshRepair } = await generated({ prompt: 'a cup', advanced: { sizeMm: 20 } })
    expect(Object.keys(meshRepair).toSorted()).toEqual(
      [
        'applied',
        'weldedVertices',
        'removedDegenerates',
        'flippedFaces',
        'filledHoles',
        'remainingBoundaryEdges',
        'scaleApplied',
        'smoothed',
        'hollowed',
        'reoriented',
        'hollowWallMm',
        'partCount',
        'notes',
      ].toSorted(),
    )
    expect(meshRepair).toMatchObject({ applied: true, smoothed: true, partCount: 1 })
  })

  describe('after a refinement pass', () => {
    const textured = cubeGlb({ sizeMm: 30 })
    const advanced = { engine: 'engine_4', refinementPass: true }

    verifies('gen.result.preview-url', 'the preview is the textured first model', async () => {
      service.engine.script.read = () => refined
      service.engine.script.download = (_task, _signal, what) =>
        what === 'preview' ? textured : engineCube
      const response = await generated({ prompt: 'a cup', mode: 'hi_fi', advanced })
      const sha256 = new Bun.CryptoHasher('sha256').update(textured).digest('hex')
      expect(response['previewUrl']).toBe(`gs://svc-local/models/${sha256}.glb`)
      expect(response['modelUrl']).not.toBe(response['previewUrl'])
      expect(readdirSync(join(service.stateDir, 'uploads'))).toEqual([])
    })

    verifies('gen.result.preview-equals-model', 'when the first model is missing', async () => {
      service.engine.script.read = () => refined
      service.engine.script.download = (_task, _signal, what) =>
        what === 'preview' ? { kind: 'failed', message: 'The link is dead.' } : engineCube
      const response = await generated({ prompt: 'a cup', mode: 'hi_fi', advanced })
      expect(response['persisted']).toBe(true)
      expect(response['previewUrl']).toBe(response['modelUrl'])
    })
  })

  verifies(['gen.result.mesh-repair-not-applied', 'gen.result.preview-equals-model'], async () => {
    const advanced = { smoothing: 'off', sizeMm: 20 }
    const response = await generated({ prompt: 'a cup', advanced })
    // A closed cube that already stands well needs no repair.
    expect(Object.keys(response['meshRepair']).toSorted()).toEqual(['applied', 'summary'])
    expect(response['meshRepair'].applied).toBe(false)
    expect(response['previewUrl']).toBe(response['modelUrl'])
    const sha256 = new Bun.CryptoHasher('sha256').update(engineCube).digest('hex')
    expect(response['modelUrl']).toBe(`gs://svc-local/models/${sha256}.glb`)
  })

  verifies(
    [
      'gen.result.print-estimate',
      'gen.result.print-estimate-total',
      'gen.result.print-estimate-pla',
      'decision.print-estimate-colour',
    ],
    'estimates one PLA part at standard quality, with flat US postage',
    async () => {
      const advanced = { smoothing: 'off', sizeMm: 50 }
      service.engine.script.download = () => glb(box([1, 1, 1]))
      const { printEstimate } = await generated({ prompt: 'a cup', advanced })
      // 125 cm3 x 0.44 x 1.26 = 69.3 -> 70 g; 70 x $0.12 = $8.40, + $7; 70 / (1.26 x 16) = 3.472 h
      expect(printEstimate).toEqual({
        grams: 70,
        printHours: 3.47,
        total: 15.4,
        currency: 'USD',
        material: 'pla',
        quality: 'standard',
        sizeMm: { x: expect.closeTo(50, 3), y: expect.closeTo(50, 3), z: expect.closeTo(50, 3) },
        scaledToPlate: false,
        note: expect.stringContaining('PLA'),
      })
    },
  )

  test('a model that does not fit at the requested size is scaled down, and the response says so', async () => {
    // A cube of 340 mm is higher than the shortest side of the printer, 320 mm.
    service.engine.script.download = () => glb(box([1, 1, 1]))
    const advanced = { smoothing: 'off', sizeMm: 340 }
    const response = await generated({ prompt: 'a cup', advanced })
    expect(response['printEstimate'].scaledToPlate).toBe(true)
    expect(response['notes']).toEqual([
      'The longest side is 340 mm, as sizeMm says.',
      'It was made smaller to fit the printer: its longest side is 320 mm instead of 340 mm.',
    ])
    expect(response['meshRepair'].scaleApplied).toBeCloseTo(0.32, 5)
    expect(response['printability'].fitsPlate).toBe(true)
  })

  test('a model that fits the plate but not the build volume is never called printable, by any reviewer', async () => {
    service.engine.script.download = () => glb(box([0.33, 0.33, 0.33]))
    const { meshes } = service.deps
    const unscaled: typeof meshes.process = (request) =>
      meshes.process({ ...request, options: { ...request.options, scaleToPlate: false } })
    service.replace({ meshes: { process: unscaled } })
    for (const mode of ['fast_draft', 'hi_fi']) {
      const advanced = { smoothing: 'off', sizeMm: 330 }
      const response = await generated({ prompt: 'a cube', mode, advanced })
      expect(response['printability']).toMatchObject({
        fitsPlate: true,
        dimensionsMm: [330, 330, 330],
      })
      expect(response['printDetail']).toContain('does not fit the 340 x 320 x 340 mm build volume')
      expect(response['recommendations']).toContain('Scale it to 96.9% or less, or split it.')
    }
  })

  verifies('gen.result.print-estimate-null', async () => {
    service.engine.script.download = () => flatMesh
    const response = await generated({ prompt: 'a cup' })
    expect(response['printEstimate']).toBeNull()
  })

  verifies(
    [
      'gen.result.printability',
      'gen.result.printability-holes',
      'gen.result.printability-min-feature',
      'gen.result.printability-estimated',
      'gen.result.printability-fits-plate',
    ],
    'measures the model as it will be printed',
    async () => {
      service.engine.script.download = () => glb(box([0.03, 0.02, 0.01]))
      const { printability } = await generated({
        prompt: 'a cup',
        advanced: { smoothing: 'off', sizeMm: 30 },
      })
      expect(printability).toEqual({
        watertight: true,
        volumeCm3: expect.closeTo(6, 4),
        holes: 0,
        nonManifoldEdges: 0,
        triangles: 12,
        dimensionsMm: expect.any(Array),
        minFeatureMm: expect.closeTo(10, 3),
        featureSizeEstimated: true,
        maxOverhangDeg: expect.any(Number),
        fitsPlate: true,
      })
      const sorted = printability.dimensionsMm.toSorted((a: number, b: number) => a - b)
      for (const [axis, mm] of [10, 20, 30].entries()) expect(sorted[axis]).toBeCloseTo(mm, 3)
    },
  )

  verifies(['gen.result.agent', 'gen.json.style-hi-fi'], async () => {
    const { agent } = await generated({ prompt: 'a cup', mode: 'hi_fi', style: 'clay' })
    expect(agent).toEqual({
      enhancedPrompt: 'a cup, with a flat base',
      addedConstraints: ['flat base'],
      engineChosen: 'engine_4',
      engineReasoning: 'The router said so.',
      complexity: 'complex',
      estimatedSeconds: 240,
      promptLogId: expect.any(String),
      routingLogId: expect.any(String),
      validationLogId: expect.any(String),
    })
    expect(service.language.enhanced.at(-1)).toEqual({ prompt: 'a cup', style: 'clay' })
    expect(service.engine.asked[0]).toMatchObject({
      engine: 'engine_4',
      prompt: 'a cup, with a flat base',
    })
    const logs = await service.db.selectFrom('generation_logs').select(['id', 'kind']).execute()
    for (const [id, kind] of [
      [agent.promptLogId, 'prompt'],
      [agent.routingLogId, 'routing'],
      [agent.validationLogId, 'validation'],
    ]) {
      expect(logs.find((log) => log.id === id)?.kind).toBe(kind)
    }
  })

  verifies(['gen.result.agent-auto', 'gen.json.style-draft'], async () => {
    const { agent } = await generated({ prompt: 'a cup', style: 'clay' })
    expect(agent).toMatchObject({ engineChosen: 'auto', enhancedPrompt: 'a cup, clay style' })
    expect(service.engine.asked[0]).toMatchObject({ engine: null, prompt: 'a cup, clay style' })
  })

  verifies('gen.option.output-format', 'GLB is stored for every requested format', async () => {
    for (const outputFormat of ['stl', '3mf'] as const) {
      const { modelUrl } = await generated({ prompt: 'a cup', advanced: { outputFormat } })
      expect(modelUrl).toEndWith('.glb')
      expect(service.engine.asked.at(-1)?.options.outputFormat).toBe(outputFormat)
    }
  })

  verifies('gen.option.engine', 'a pinned engine overrides the router', async () => {
    const advanced = { engine: 'engine_1' }
    const { agent } = await generated({ prompt: 'a cup', mode: 'hi_fi', advanced })
    expect(agent.engineChosen).toBe('engine_1')
    expect(service.engine.asked[0]?.engine).toBe('engine_1')
  })

  verifies('gen.multipart.image-modes-skip-agents', async () => {
    const asked = [service.language.enhanced.length, service.language.routed.length]
    const response = await generated(photo)
    expect([service.language.enhanced.length, service.language.routed.length]).toEqual(asked)
    expect(response['inputMode']).toBe('image')
    expect(service.engine.asked[0]).toMatchObject({ inputMode: 'image', prompt: 'cup.png' })
    expect(service.engine.asked[0]?.images).toMatchObject([
      { fileName: 'cup.png', mimeType: 'image/png', sizeBytes: 57 },
    ])
  })

  verifies('gen.multipart.hi-fi', async () => {
    const draft = await generated(photo)
    const form = generationForm({ inputMode: 'image', mode: 'hi_fi' }, [{}])
    const fine = await generated(form)
    expect([draft['creditsCharged'], fine['creditsCharged']]).toEqual([2, 3])
    expect(service.engine.asked.map(({ mode }) => mode)).toEqual(['fast_draft', 'hi_fi'])
  })
})

describe('when storage fails', () => {
  const broken = (isBroken: (key: string) => boolean) => {
    hurryRetries()
    const { objects } = service.deps
    return service.replace({
      objects: {
        putFile: (key, path, type) =>
          isBroken(key)
            ? Promise.reject(new Error('the bucket is full'))
            : objects.putFile(key, path, type),
      },
    })
  }

  verifies('gen.result.model-url-not-persisted', async () => {
    service.engine.script.read = () => refined
    const repaired = broken(() => {
      service.advance(360)
      return true
    })
    const response = await generated({ prompt: 'a cup' })
    repaired()
    expect(response).toMatchObject({
      persisted: false,
      modelUrl: MODEL_URL,
      previewUrl: PREVIEW_URL,
      creditsCharged: 0,
    })
    // Undelivered work is not charged.
    expect(await service.credits(person)).toBe(5)
    expect(await service.ledger(person)).toEqual([
      { kind: 'charge', credits: -1 },
      { kind: 'refund', credits: 1 },
    ])
  })

  test('temporarily, the model is stored a little later', async () => {
    let failures = 2
    const repaired = broken(() => failures-- > 0)
    const response = await generated({ prompt: 'a cup' })
    repaired()
    expect(response).toMatchObject({ persisted: true, creditsCharged: 1 })
    expect(service.engine.calls.filter((call) => call === 'start')).toHaveLength(1)
    expect(await service.credits(person)).toBe(4)
  }, 30_000)

  test('only for the preview, the model replaces it', async () => {
    const original = new Bun.CryptoHasher('sha256').update(engineCube).digest('hex')
    const repaired = broken((key) => key.includes(original))
    const response = await generated({ prompt: 'a cup' })
    repaired()
    expect(response['persisted']).toBe(true)
    expect(response['previewUrl']).toBe(response['modelUrl'])
  })
})

describe('credits', () => {
  verifies('gen.credits.new-account', async () => {
    expect(await service.credits(person)).toBe(5)
    const apiOnly = await service.account()
    expect(await service.credits(apiOnly)).toBe(5)
  })

  verifies('gen.charge-before-engine', async () => {
    const balances: number[] = []
    service.engine.script.start = async () => {
      balances.push(await service.credits(person))
      return startedTask()
    }
    await generated({ prompt: 'a cup' })
    expect(balances).toEqual([4])
    expect(await service.ledger(person)).toEqual([{ kind: 'charge', credits: -1 }])
  })

  verifies('gen.refund-on-failure', async () => {
    service.engine.script.start = () => ({ kind: 'failed', message: 'The engine is on fire.' })
    const refused = await service.post('/api/generate', person, { prompt: 'a cup' })
    expect(refused.status).toBe(502)
    expect(await service.credits(person)).toBe(5)
    expect(await service.ledger(person)).toEqual([
      { kind: 'charge', credits: -1 },
      { kind: 'refund', credits: 1 },
    ])
  })

  verifies('gen.json.moderated-before-charge', async () => {
    const refused = await service.post('/api/generate', person, { prompt: 'forbidden fruit' })
    expect(refused.status).toBe(400)
    expect(await service.ledger(person)).toEqual([])
    expect(service.engine.calls).toEqual([])
    // The style reaches the engine as well, so it is moderated too.
    const styled = { prompt: 'a fruit', style: 'forbidden' }
    expect((await service.post('/api/generate', person, styled)).status).toBe(400)
    expect(service.engine.calls).toEqual([])
  })

  test('nothing is generated when the moderator does not respond', async () => {
    const refused = await service.post('/api/generate', person, { prompt: 'silence' })
    expect(refused.status).toBe(503)
    expect(refused.headers.get('retry-after')).toBe('30')
    expect(await service.ledger(person)).toEqual([])
    expect(service.engine.calls).toEqual([])
  })
})

test('several steps of an engine run in sequence, each once', async () => {
  service.engine.script.read = (task) =>
    task.step < 2
      ? { kind: 'step_done', task }
      : { kind: 'succeeded', modelUrl: MODEL_URL, previewUrl: null, expiresAt: null }
  await generated({ prompt: 'a cup' })
  expect(service.engine.calls).toEqual([
    'start',
    'read',
    'next',
    'read',
    'next',
    'read',
    'download',
  ])
})

test('no file is left behind, whatever the outcome of a generation', async () => {
  const uploads = () => readdirSync(join(service.stateDir, 'uploads'))
  await generated(photo)
  service.engine.script.read = () => ({ kind: 'failed', message: 'No.' })
  await service.post('/api/generate', person, photo)
  service.engine.script.read = () => Promise.reject(new Error('broken'))
  const restore = hurryRetries()
  await service.post('/api/generate', person, photo)
  restore()
  await service.post('/api/generate', person, generationForm({ inputMode: 'no' }, [{}]))
  expect(uploads()).toEqual([])
})
