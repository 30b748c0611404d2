// Signs an address that may be written to once: AWS Signature Version 4 in the query, with headers that the client must send as signed.
// Bun's `presign` signs only the host, so its address would accept any size and replace an existing object.
import { createHash, createHmac } from 'node:crypto'

export type S3Address = {
  /** Without a trailing slash. */
  readonly endpoint: string
  readonly bucket: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

export type PresignedPut = {
  /** Letters, digits, `.`, `_`, `-` and slashes only. */
  readonly key: string
  /** Header names in lower case. */
  readonly signedHeaders: Readonly<Record<string, string>>
  readonly expiresSeconds: number
  readonly at: Date
}

export function presignPut(address: S3Address, put: PresignedPut): string {
  const { endpoint, bucket, region, accessKeyId, secretAccessKey } = address
  const url = new URL(`${endpoint}/${bucket}/${put.key}`)
  const time = put.at.toISOString().replaceAll(/[-:]|\.\d{3}/g, '')
  const day = time.slice(0, 8)
  const scope = `${day}/${region}/s3/aws4_request`
  const headers = Object.entries({ ...put.signedHeaders, host: url.host }).toSorted(([a], [b]) =>
    a < b ? -1 : 1,
  )
  const names = headers.map(([name]) => name).join(';')
  const query = [
    ['X-Amz-Algorithm', 'AWS4-HMAC-SHA256'],
    ['X-Amz-Credential', `${accessKeyId}/${scope}`],
    ['X-Amz-Date', time],
    ['X-Amz-Expires', String(put.expiresSeconds)],
    ['X-Amz-SignedHeaders', names],
  ]
    .map(([name = '', value = '']) => `${name}=${encodeURIComponent(value)}`)
    .join('&')
  const canonical = [
    'PUT',
    url.pathname,
    query,
    ...headers.map(([name, value]) => `${name}:${value.trim()}`),
    '',
    names,
    'UNSIGNED-PAYLOAD',
  ].join('\n')
  const toSign = ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n')
  const key = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(
    (secret, part) => hmac(secret, part),
    `AWS4${secretAccessKey}`,
  )
  return `${url.href}?${query}&X-Amz-Signature=${hmac(key, toSign).toString('hex')}`
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
