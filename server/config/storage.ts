// Where models are stored: a Google bucket, a bucket of any storage with S3's protocol, or a folder.
import type { Environment } from './environment.ts'

export type S3Config = {
  readonly bucket: string
  /** Without a trailing slash. Null means AWS. */
  readonly endpoint: string | null
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

const placeNames = ['GCS_BUCKET', 'S3_BUCKET', 'STORAGE_DIR'] as const
const s3Names = ['S3_ENDPOINT', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const

/** Whether a place other than Google's bucket is configured. */
export const isKeptElsewhere = (env: Readonly<Record<string, string>>): boolean =>
  env['S3_BUCKET'] !== undefined || env['STORAGE_DIR'] !== undefined

/** Returns a sentence for two configured places, and for an incomplete S3 bucket. */
export function storageProblems(env: Readonly<Record<string, string>>): readonly string[] {
  const places = placeNames.filter((name) => env[name] !== undefined)
  const several =
    places.length > 1
      ? [`${places.join(' and ')} are both set. Keep the one that says where models are kept.`]
      : []
  if (env['S3_BUCKET'] === undefined) {
    const stray = s3Names.filter((name) => env[name] !== undefined)
    return [...several, ...stray.map((name) => `${name} is set, but S3_BUCKET is not: set both.`)]
  }
  const missing = s3Names.filter((name) => name !== 'S3_ENDPOINT' && env[name] === undefined)
  return [...several, ...missing.map((name) => `${name} is missing: S3_BUCKET needs it.`)]
}

export function s3Config(env: Environment): S3Config | null {
  const { S3_BUCKET: bucket, S3_ACCESS_KEY_ID: accessKeyId } = env
  const { S3_SECRET_ACCESS_KEY: secretAccessKey, S3_REGION: region } = env
  if (bucket === undefined || accessKeyId === undefined || secretAccessKey === undefined) {
    return null
  }
  const endpoint = env.S3_ENDPOINT?.replace(/\/$/, '') ?? null
  return { bucket, endpoint, region, accessKeyId, secretAccessKey }
}
