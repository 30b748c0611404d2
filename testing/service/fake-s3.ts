// A minimal S3 server: the calls that the store makes, with paged lists, and switches for failures. Signatures are
// not checked; moto checks those (lab/foreign).
import { createHash } from 'node:crypto'

export type FakeS3 = {
  readonly url: string
  readonly bucket: string
  readonly objects: Map<string, StoredObject>
  /** Called before each request is executed. */
  before: (call: {
    readonly method: string
    readonly key: string
    readonly query: URLSearchParams
  }) => Promise<void> | void
  /** Calls for which the key has no permission. */
  refuse: (call: { readonly method: string; readonly key: string }) => boolean
  readonly stop: () => Promise<void>
}

type StoredObject = {
  readonly bytes: Uint8Array
  readonly contentType: string
  updated: Date
}

const pageSize = 3

export function startFakeS3(bucket: string): FakeS3 {
  const uploads = new Map<string, { contentType: string; parts: Map<number, Uint8Array> }>()
  const fake: FakeS3 = {
    url: '',
    bucket,
    objects: new Map(),
    before: () => {},
    refuse: () => false,
    stop: () => server.stop(true),
  }

  const put = (key: string, contentType: string, bytes: Uint8Array, onlyNew: boolean): Response => {
    if (onlyNew && fake.objects.has(key)) return problem(412, 'PreconditionFailed')
    fake.objects.set(key, { bytes, contentType, updated: new Date() })
    return new Response(null, { headers: { etag: etagOf(bytes) } })
  }

  /** Handles the three calls of a multipart upload. */
  const upload = async (request: Request, url: URL, key: string): Promise<Response | null> => {
    const type = request.headers.get('content-type') ?? ''
    if (url.searchParams.has('uploads')) {
      const id = crypto.randomUUID()
      uploads.set(id, { contentType: type, parts: new Map() })
      return xml(
        `<InitiateMultipartUploadResult><Bucket>${bucket}</Bucket><Key>${key}</Key><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
      )
    }
    const running = uploads.get(url.searchParams.get('uploadId') ?? '')
    if (running === undefined) return null
    if (request.method === 'PUT') {
      const bytes = await request.bytes()
      running.parts.set(Number(url.searchParams.get('partNumber')), bytes)
      return new Response(null, { headers: { etag: etagOf(bytes) } })
    }
    if (request.method === 'DELETE') return new Response(null, { status: 204 })
    const parts = [...running.parts].toSorted(([a], [b]) => a - b).map(([, bytes]) => bytes)
    put(key, running.contentType, new Uint8Array(Buffer.concat(parts)), false)
    return xml(
      `<CompleteMultipartUploadResult><Key>${key}</Key><ETag>"parts-2"</ETag></CompleteMultipartUploadResult>`,
    )
  }

  const list = (query: URLSearchParams): Response => {
    const prefix = query.get('prefix') ?? ''
    const after = query.get('continuation-token') ?? ''
    const names = [...fake.objects.keys()].filter((key) => key.startsWith(prefix)).toSorted()
    const rest = names.filter((key) => key > after)
    const page = rest.slice(0, pageSize)
    const more = rest.length > page.length
    const entries = page.map((key) => {
      const { bytes, updated } = fake.objects.get(key) ?? { bytes: [], updated: new Date() }
      return `<Contents><Key>${key}</Key><LastModified>${updated.toISOString()}</LastModified><Size>${bytes.length}</Size></Contents>`
    })
    return xml(
      `<ListBucketResult><Name>${bucket}</Name><IsTruncated>${more}</IsTruncated>` +
        `${more ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''}${entries.join('')}</ListBucketResult>`,
    )
  }

  const read = (request: Request, key: string): Response => {
    const found = fake.objects.get(key)
    if (found === undefined) return problem(404, 'NoSuchKey')
    const headers = {
      'content-type': found.contentType,
      'content-length': String(found.bytes.length),
      'last-modified': found.updated.toUTCString(),
      etag: etagOf(found.bytes),
    }
    return new Response(request.method === 'HEAD' ? null : found.bytes.slice(), { headers })
  }

  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: async (request) => {
      const url = new URL(request.url)
      const [, name = '', ...rest] = url.pathname.split('/')
      const key = rest.map(decodeURIComponent).join('/')
      await fake.before({ method: request.method, key, query: url.searchParams })
      if (fake.refuse({ method: request.method, key })) return problem(403, 'AccessDenied')
      if (name !== bucket) return problem(404, 'NoSuchBucket')
      if (key === '') return list(url.searchParams)
      if (url.searchParams.has('uploads') || url.searchParams.has('uploadId')) {
        return (await upload(request, url, key)) ?? problem(404, 'NoSuchUpload')
      }
      if (request.method === 'PUT') {
        const type = request.headers.get('content-type') ?? ''
        return put(key, type, await request.bytes(), request.headers.has('if-none-match'))
      }
      if (request.method === 'DELETE') {
        fake.objects.delete(key)
        return new Response(null, { status: 204 })
      }
      return read(request, key)
    },
  })
  return Object.assign(fake, { url: `http://127.0.0.1:${server.port}` })
}

const etagOf = (bytes: Uint8Array) => `"${createHash('md5').update(bytes).digest('hex')}"`

const xml = (text: string, status = 200) =>
  new Response(`<?xml version="1.0" encoding="UTF-8"?>${text}`, {
    status,
    headers: { 'content-type': 'application/xml' },
  })

const problem = (status: number, code: string) =>
  xml(`<Error><Code>${code}</Code><Message>${code}</Message></Error>`, status)
