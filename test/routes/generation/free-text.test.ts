// Every text that a caller can write into a generation, a picture or the gallery is moderated before anything is
// charged. The fields are compared with the OpenAPI document, so that a new field is noticed.
import { beforeEach, describe, expect, test } from 'bun:test'
import {
  generationForm,
  openGenerationService,
  usePerson,
} from '../../../testing/engines/generation.ts'
import { jsonPost } from '../../../testing/service/requests.ts'
import { resetRateLimits } from '../../../testing/service/reset-rate-limits.ts'
import { until } from '../../../testing/service/until.ts'
import { use } from '../../../testing/use.ts'

const service = use(openGenerationService)
const person = usePerson(service, { credits: 50 })
beforeEach(async () => {
  await resetRateLimits(service.db)
})

const word = 'forbidden'

type Door = {
  readonly path: string
  /** Names of the free-text fields; `photo.name` is the name of a file. */
  readonly fields: readonly string[]
  readonly send: (field: string) => Promise<Response>
}

const json = (path: string, body: unknown) => service.fetch(path, jsonPost(body, person.session))
const form = (path: string, fields: Record<string, string>, name = 'photo.png') =>
  service.fetch(path, {
    method: 'POST',
    headers: { ...person.session, origin: service.baseUrl },
    body: generationForm(fields, [{ name }]),
  })

const jsonBody = (field: string) => ({
  prompt: field === 'prompt' ? word : 'a cup',
  ...(field === 'style' && { style: word }),
  ...(field === 'negativePrompt' && { advanced: { negativePrompt: word } }),
})
const formBody = (field: string): Record<string, string> =>
  field === 'photo.name' ? {} : { inputMode: 'image_text', prompt: 'a cup', [field]: word }
const nameOf = (field: string) => (field === 'photo.name' ? `${word}.png` : 'photo.png')

async function generation(): Promise<string> {
  const made = await json('/api/generate', { prompt: 'a cup' })
  return (await made.json()).generationId
}

const generateFields = ['prompt', 'style', 'negativePrompt']
const doors: readonly Door[] = [
  ...['/api/generate', '/api/generate/start'].flatMap((path): readonly Door[] => [
    { path, fields: generateFields, send: (field) => json(path, jsonBody(field)) },
    {
      path,
      fields: [...generateFields, 'photo.name'],
      send: (field) => form(path, formBody(field), nameOf(field)),
    },
  ]),
  {
    path: '/generate',
    fields: [...generateFields, 'photo.name'],
    send: (field) => form('/generate', { inputMode: 'image', ...formBody(field) }, nameOf(field)),
  },
  {
    path: '/api/retexture',
    fields: ['prompt'],
    send: async () => json('/api/retexture', { generationId: await generation(), prompt: word }),
  },
  {
    path: '/api/images/generate',
    fields: ['prompt'],
    send: () => json('/api/images/generate', { prompt: word }),
  },
  {
    path: '/api/images/edit',
    fields: ['prompt'],
    send: () => form('/api/images/edit', { prompt: word }),
  },
  {
    path: '/api/gallery',
    fields: ['title'],
    send: async () => json('/api/gallery', { generationId: await generation(), title: word }),
  },
]

/** Returns the outcome of a queued job, or the refusal itself. */
async function refusalOf(response: Response): Promise<string> {
  const text = await response.text()
  if (response.status !== 200) return text
  const { jobId } = JSON.parse(text)
  const worker = await service.service.startWorker()
  try {
    let job = ''
    await until(async () => {
      const read = await service.fetch(`/api/generate/status?jobId=${jobId}`, {
        headers: person.session,
      })
      job = await read.text()
      return /"status":"(?:done|error)"/.test(job)
    })
    return job
  } finally {
    await worker.stop()
  }
}

describe.each(doors.flatMap((door) => door.fields.map((field) => ({ ...door, field }))))(
  '$path',
  ({ field, send }) => {
    test(`${field} is moderated`, async () => {
      const response = await send(field)
      const before = await service.credits(person)
      expect(await refusalOf(response)).toContain(
        field === 'title'
          ? 'The title names a weapon or a part of one. Choose another title.'
          : 'The prompt asks for a weapon or a part of one. Describe something else.',
      )
      expect(await service.credits(person)).toBe(before)
    })
  },
)

type Schema = {
  readonly $ref?: string
  readonly type?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly enum?: readonly string[]
  readonly const?: string
  readonly contentMediaType?: string
  readonly format?: string
}

/** Texts that are looked up instead of moderated: addresses and ids. */
const lookedUp = ['generationId', 'imageUrl', 'imagesOf', 'refineOf']

test('covers all free texts of the document', async () => {
  const document = await (await service.fetch('/openapi.json')).json()
  const textsOf = (schema: Schema): readonly string[] => {
    if (schema.$ref !== undefined) {
      const parts = schema.$ref.replace('#/', '').split('/')
      return textsOf(parts.reduce((at, part) => at[part], document))
    }
    const parts = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])]
    const own = Object.entries(schema.properties ?? {}).flatMap(([name, each]) => {
      const isText = each.type === 'string' && each.format !== 'binary'
      const isFree = isText && each.enum === undefined && each.const === undefined
      const isFile = each.contentMediaType !== undefined
      return isFree && !isFile ? [name] : textsOf(each)
    })
    return [...parts.flatMap(textsOf), ...own]
  }
  const inDocument = Object.entries(document.paths).flatMap(([path, methods]) => {
    if (!/^\/api\/(?:generate|retexture|images|gallery)/.test(path)) return []
    const bodies = Object.values(methods as object).flatMap(({ requestBody }) =>
      Object.values(requestBody?.content ?? {}),
    )
    const texts = bodies.flatMap((body) => textsOf((body as { schema: Schema }).schema))
    const free = new Set(texts.filter((name) => !lookedUp.includes(name)))
    return [...free].map((name) => `${path} ${name}`)
  })
  const here = doors.flatMap(({ path, fields }) =>
    fields.filter((field) => field !== 'photo.name').map((field) => `${path} ${field}`),
  )
  expect(new Set(inDocument)).toEqual(new Set(here.filter((each) => each.startsWith('/api/'))))
})
