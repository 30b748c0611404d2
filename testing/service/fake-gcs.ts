// A minimal Google Cloud Storage server: the JSON API calls that the store makes, with preconditions and checksums,
// and switches for failures.
import { createHash } from 'node:crypto'

export type FakeGcs = {
  readonly url: string
  readonly bucket: string
  readonly objects: Map<string, StoredObject>
  /** Number of uploads that began, including refused ones. */
  readonly uploads: () => number
  /** The next upload is stored, but its response is lost. */
  loseNextAnswer: boolean
  /** Downloads flip one bit in transit. */
  corruptDownloads: boolean
  readonly stop: () => Promise<void>
}

type StoredObject = {
  readonly bytes: Uint8Array
  readonly contentType: string
  /** Time of the last change of the bytes or the metadata. */
  updated: Date
  metageneration: number
}

export function startFakeGcs(bucket: string): FakeGcs {
  const sessions = new Map<string, { name: string; contentType: string }>()
  let uploads = 0
  const fake: FakeGcs = {
    url: '',
    bucket,
    objects: new Map(),
    uploads: () => uploads,
    loseNextAnswer: false,
    corruptDownloads: false,
    stop: () => server.stop(true),
  }

  const store = (name: string, contentType: string, bytes: Uint8Array): Response => {
    // Checked when the bytes arrive, as on the real server: the session may have begun before another upload ended.
    if (fake.objects.has(name)) return problem(412, 'conditionNotMet')
    const stored = { bytes, contentType, updated: new Date(), metageneration: 1 }
    fake.objects.set(name, stored)
    if (fake.loseNextAnswer) {
      fake.loseNextAnswer = false
      return problem(503, 'backendError')
    }
    return Response.json(describe(name, stored))
  }

  const upload = async (request: Request, url: URL): Promise<Response> => {
    const session = sessions.get(url.searchParams.get('upload_id') ?? '')
    if (session) return store(session.name, session.contentType, await request.bytes())
    uploads++
    const name = url.searchParams.get('name') ?? ''
    if (url.searchParams.get('ifGenerationMatch') !== '0') return problem(400, 'no precondition')
    if (url.searchParams.get('uploadType') === 'multipart') {
      const { contentType, bytes } = splitRelated(
        request.headers.get('content-type') ?? '',
        await request.bytes(),
      )
      return store(name, contentType, bytes)
    }
    const id = crypto.randomUUID()
    sessions.set(id, { name, contentType: request.headers.get('x-upload-content-type') ?? '' })
    return new Response('', { headers: { location: `${url.href}&upload_id=${id}` } })
  }

  const download = (name: string, isContent: boolean): Response => {
    const found = fake.objects.get(name)
    if (!found) return problem(404, 'notFound')
    if (!isContent) return Response.json(describe(name, found))
    const bytes = found.bytes.slice()
    if (fake.corruptDownloads) bytes[0] = (bytes[0] ?? 0) ^ 1
    const described = describe(name, found)
    return new Response(bytes, {
      headers: {
        'content-type': found.contentType,
        'x-goog-hash': `crc32c=${described.crc32c},md5=${described.md5Hash}`,
        'x-goog-stored-content-encoding': 'identity',
      },
    })
  }

  const patch = (name: string): Response => {
    const found = fake.objects.get(name)
    if (!found) return problem(404, 'notFound')
    found.updated = new Date()
    found.metageneration++
    return Response.json(describe(name, found))
  }

  const listed = (prefix: string): Response => {
    const found = [...fake.objects].filter(([name]) => name.startsWith(prefix))
    return Response.json({ items: found.map(([name, stored]) => describe(name, stored)) })
  }

  const remove = (name: string, metageneration: string | null): Response => {
    const found = fake.objects.get(name)
    if (!found) return problem(404, 'notFound')
    if (metageneration !== null && metageneration !== String(found.metageneration)) {
      return problem(412, 'conditionNotMet')
    }
    fake.objects.delete(name)
    return new Response(null, { status: 204 })
  }

  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: async (request) => {
      const url = new URL(request.url)
      const path = url.pathname
      const list = `/storage/v1/b/${bucket}/o`
      if (path === `/upload${list}`) return upload(request, url)
      if (path === list) return listed(url.searchParams.get('prefix') ?? '')
      if (path.startsWith(`${list}/`)) {
        const name = decodeURIComponent(path.slice(list.length + 1))
        if (request.method === 'DELETE') {
          return remove(name, url.searchParams.get('ifMetagenerationMatch'))
        }
        if (request.method === 'PATCH') return patch(name)
        return download(name, url.searchParams.get('alt') === 'media')
      }
      return problem(404, 'notFound')
    },
  })
  return Object.assign(fake, { url: `http://127.0.0.1:${server.port}` })
}

function problem(code: number, reason: string): Response {
  return Response.json(
    { error: { code, message: reason, errors: [{ reason, message: reason }] } },
    { status: code },
  )
}

function describe(name: string, { bytes, contentType, updated, metageneration }: StoredObject) {
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32c(bytes))
  return {
    name,
    size: String(bytes.length),
    contentType,
    generation: '1',
    metageneration: String(metageneration),
    updated: updated.toISOString(),
    crc32c: sum.toString('base64'),
    md5Hash: createHash('md5').update(bytes).digest('base64'),
  }
}

/** Parses multipart/related: a JSON part with the metadata, then the file. */
function splitRelated(header: string, body: Uint8Array) {
  const boundary = header.match(/boundary=(\S+)/)?.[1] ?? ''
  const text = Buffer.from(body).toString('latin1')
  const [, metadata = '', file = ''] = text.split(`--${boundary}`)
  const contentType: string = JSON.parse(metadata.slice(metadata.indexOf('{'))).contentType
  const bytes = Buffer.from(file.slice(file.indexOf('\r\n\r\n') + 4, -2), 'latin1')
  return { contentType, bytes: new Uint8Array(bytes) }
}

/** Returns the CRC-32C (Castagnoli), computed bit by bit. */
function crc32c(bytes: Uint8Array): number {
  let crc = 0xffffffff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0x82f63b78 : crc >>> 1
  }
  return (crc ^ 0xffffffff) >>> 0
}
