// GET /api/model-proxy: serves the bytes of a stored model to its owner, and to anyone once it is published.
import { beforeAll, describe, expect, test } from 'bun:test'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Downloads } from '../../../server/domain/models/downloads.ts'
import {
  engineCube,
  MODEL_URL,
  openGenerationService,
} from '../../../testing/engines/generation.ts'
import { cube3mf, cubeGlb, cubeStl } from '../../../testing/models/meshes.ts'
import { fillStorage } from '../../../testing/models/storage-full.ts'
import { until } from '../../../testing/service/until.ts'
import { cubeObj, upload, uploaded } from '../../../testing/slicer/scripted-slicer.ts'
import { use } from '../../../testing/use.ts'
import { verifies } from '../../helpers/verifies.ts'

const service = use(openGenerationService)
const person = use(() => service.person())
const other = use(() => service.person())
/** The repaired model and the engine's original. */
let model: { modelUrl: string; previewUrl: string }
beforeAll(async () => {
  const response = await service.post('/api/generate', person, { prompt: 'a cup' })
  model = await response.json()
})

const proxy = (query: Record<string, string>, headers: Record<string, string> = person.session) =>
  service.fetch(`/api/model-proxy?${new URLSearchParams(query)}`, { headers })
const refusal = async (sending: Promise<Response>) => {
  const response = await sending
  return [response.status, await response.json()]
}
const noSession = [401, { error: 'Authentication required' }]
const foreign = [403, { error: 'That model does not belong to this account.' }]

verifies('auth.session.model-proxy', 'the owner gets all bytes', async () => {
  const response = await proxy({ url: model.previewUrl })
  expect(response.status).toBe(200)
  expect(response.headers.get('content-length')).toBe(String(engineCube.byteLength))
  expect(new Uint8Array(await response.arrayBuffer())).toEqual(engineCube)
  const repaired = new Uint8Array(await (await proxy({ url: model.modelUrl })).arrayBuffer())
  expect(Buffer.from(repaired.subarray(0, 4)).toString()).toBe('glTF')
})

verifies(['proxy.no-session', 'proxy.session-only', 'auth.token.not-model-proxy'], async () => {
  const keyed = await service.account()
  for (const headers of [{}, person.token, keyed.headers]) {
    expect(await refusal(proxy({ url: model.modelUrl }, headers))).toEqual(noSession)
    expect(await refusal(proxy({}, headers))).toEqual(noSession)
  }
})

test('an address that contains NUL is 400, not a broken query', async () => {
  for (const url of ['\0', 'https://engine.example/\0', 'gs://svc-local/models/\0.glb']) {
    expect(await refusal(proxy({ url }))).toEqual([400, { error: 'url required' }])
    expect(await refusal(proxy({ url }, {}))).toEqual(noSession)
  }
})

verifies('proxy.foreign', async () => {
  expect(await refusal(proxy({ url: model.modelUrl }, other.session))).toEqual(foreign)
  for (const url of [
    'gs://svc-local/models/unknown.glb',
    'gs://elsewhere/models/x.glb',
    `${model.modelUrl}?x`,
    'file:///etc/passwd',
    'https://example.com/model.glb',
    'http://127.0.0.1/',
    '../../etc/passwd',
  ]) {
    expect(await refusal(proxy({ url }))).toEqual(foreign)
  }
})

test('without an address there is nothing to fetch', async () => {
  expect(await refusal(proxy({}))).toEqual([400, { error: 'url required' }])
})

verifies('proxy.published', async () => {
  const { modelUrl: url } = model
  const set = (published: boolean) =>
    service.db.updateTable('models').set({ published }).where('uri', '=', url).execute()
  await set(true)
  for (const headers of [person.session, other.session, {}]) {
    expect((await proxy({ url }, headers)).status).toBe(200)
  }
  await set(false)
  expect(await refusal(proxy({ url }, other.session))).toEqual(foreign)
  expect(await refusal(proxy({ url }, {}))).toEqual(noSession)
})

verifies('proxy.download', async () => {
  const { modelUrl: url } = model
  const disposition = async (query: Record<string, string>) =>
    (await proxy({ url, ...query })).headers.get('content-disposition')
  expect(await disposition({ download: 'true' })).toBe('attachment; filename="model.glb"')
  for (const query of [{}, { download: 'false' }, { download: '1' }]) {
    expect(await disposition(query)).toBe('inline; filename="model.glb"')
  }
})

verifies('proxy.format', async () => {
  const { previewUrl: url } = model
  for (const [format, type, name] of [
    ['glb', 'model/gltf-binary', 'model.glb'],
    ['stl', 'model/stl', 'model.stl'],
    ['obj', 'model/obj', 'model.obj'],
    ['3mf', 'model/3mf', 'model.3mf'],
    ['exe', 'model/gltf-binary', 'model.glb'],
    ['toString', 'model/gltf-binary', 'model.glb'],
  ] as const) {
    const response = await proxy({ url, format, download: 'true' })
    expect(response.headers.get('content-type')).toBe(type)
    expect(response.headers.get('content-disposition')).toBe(`attachment; filename="${name}"`)
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(engineCube)
  }
})

describe('an upload', () => {
  const cube = Buffer.from(cubeStl({ sizeMm: 20 }))
  const put = async (name: string, bytes: Uint8Array<ArrayBuffer> | string) => {
    const { cookie = '' } = person.session
    return await uploaded(upload(service, cookie, { name, bytes }))
  }

  verifies('decision.proxy-uploads', async () => {
    const { modelUrl } = await put('Häkchen 1.STL', cubeStl({ sizeMm: 20 }))
    for (const query of [{}, { format: 'glb' }, { format: 'stl' }, { format: '3mf' }]) {
      const response = await proxy({ url: modelUrl, ...query })
      expect(response.headers.get('content-type')).toBe('model/stl')
      expect(response.headers.get('content-disposition')).toBe(
        `inline; filename="H_kchen 1.STL"; filename*=UTF-8''H%C3%A4kchen%201.STL`,
      )
      expect(response.headers.get('x-content-type-options')).toBe('nosniff')
      expect(Buffer.from(await response.arrayBuffer()).equals(cube)).toBe(true)
    }
    const download = await proxy({ url: modelUrl, download: 'true' })
    expect(download.headers.get('content-disposition')).toStartWith('attachment; filename="H_kchen')
  })

  verifies('decision.proxy-uploads', 'is also returned in the other formats', async () => {
    for (const [name, bytes, type, sent] of [
      ['part.3mf', cube3mf({ sizeMm: 20 }), 'model/3mf', 'part.3mf'],
      ['part.glb', cubeGlb({ sizeMm: 21 }), 'model/gltf-binary', 'part.glb'],
      ['part.obj', cubeObj({ sizeMm: 20 }), 'model/stl', 'part.stl'],
      // The name that generations have.
      ['model.glb', cubeGlb({ sizeMm: 22 }), 'model/gltf-binary', 'model.glb'],
    ] as const) {
      const { modelUrl } = await put(name, bytes)
      const response = await proxy({ url: modelUrl, format: 'obj' })
      expect(response.headers.get('content-type')).toBe(type)
      expect(response.headers.get('content-disposition')).toBe(`inline; filename="${sent}"`)
    }
  })
})

test('a generated model that is uploaded again under another name stays a generated one', async () => {
  const bytes = new Uint8Array(await (await proxy({ url: model.modelUrl })).arrayBuffer())
  const { cookie = '' } = person.session
  const { modelUrl } = await uploaded(upload(service, cookie, { name: 'cup.glb', bytes }))
  expect(modelUrl).toBe(model.modelUrl)
  const response = await proxy({ url: modelUrl, format: 'stl' })
  expect(response.headers.get('content-type')).toBe('model/stl')
  expect(response.headers.get('content-disposition')).toBe('inline; filename="model.stl"')
})

verifies('proxy.lifetime', async () => {
  service.advance(400 * 24 * 3600)
  const cookie = await service.signIn(person.email)
  const response = await proxy({ url: model.modelUrl }, { cookie })
  service.advance(-400 * 24 * 3600)
  expect(response.status).toBe(200)
})

test('a missing stored object is 404', async () => {
  service.replace({ objects: { fetchToFile: async () => null } })
  const response = await refusal(proxy({ url: model.modelUrl }))
  expect(response).toEqual([404, { error: 'Could not read that model.' }])
})

describe('a model that storage never got', () => {
  const asked: string[] = []
  const downloads: Downloads = {
    fetch: async ({ url, caller }) => {
      asked.push(url)
      expect(caller).toBe(person.accountId)
      if (asked.length > 1) {
        return { kind: 'refused', reason: 'http_status', message: 'Gone.', status: 403 }
      }
      const path = service.deps.temporaryFiles.path()
      writeFileSync(path, 'the engine’s own bytes')
      const file = { path, fileName: 'model.glb', sizeBytes: 24, sha256: '' }
      return { kind: 'downloaded', file, contentType: null }
    },
  }

  test('comes from the engine’s address while that is valid, for its owner', async () => {
    service.replace({ downloads })
    const full = fillStorage(service)
    const response = await service.post('/api/generate', person, { prompt: 'a cup' })
    full.end()
    service.advance(-60 * full.minutes())
    service.replace({ downloads })
    expect((await response.json()).modelUrl).toBe(MODEL_URL)
    expect(await refusal(proxy({ url: MODEL_URL }, other.session))).toEqual(foreign)
    expect(asked).toEqual([])
    expect(await (await proxy({ url: MODEL_URL })).text()).toBe('the engine’s own bytes')
    expect(await refusal(proxy({ url: MODEL_URL }))).toEqual([
      404,
      { error: 'Could not read that model.' },
    ])
    expect(asked).toEqual([MODEL_URL, MODEL_URL])
  })
})

test('no copy is left behind, neither by a complete response nor by an interrupted one', async () => {
  const copies = () => readdirSync(join(service.stateDir, 'uploads')).length
  const before = copies()
  await (await proxy({ url: model.modelUrl })).arrayBuffer()
  const response = await proxy({ url: model.modelUrl })
  expect(copies()).toBe(before + 1)
  await response.body?.cancel()
  await until(() => copies() === before)
})
