// Storage of models: exactly one complete place, which production must choose explicitly.
import { expect, test } from 'bun:test'
import { resolve } from 'node:path'
import { parseConfig } from '../../server/config/config.ts'
import { productionEnvironment } from '../../testing/service/production-environment.ts'

const { GCS_BUCKET: _, ...production } = productionEnvironment
const s3 = {
  S3_BUCKET: 'farm-models',
  S3_ENDPOINT: 'https://minio.example.com/',
  S3_ACCESS_KEY_ID: 'farm',
  S3_SECRET_ACCESS_KEY: 'secret',
}

function problems(env: Readonly<Record<string, string>>): readonly string[] {
  const parsed = parseConfig(env)
  return parsed.ok ? [] : parsed.failure
}

function configOf(env: Readonly<Record<string, string>>) {
  const parsed = parseConfig(env)
  if (!parsed.ok) throw new Error(parsed.failure.join('\n'))
  return parsed.value
}

test('production starts with a bucket of S3', () => {
  const keys = { accessKeyId: 'farm', secretAccessKey: 'secret' }
  expect(configOf({ ...production, ...s3 }).s3).toEqual({
    bucket: 'farm-models',
    endpoint: 'https://minio.example.com',
    region: 'us-east-1',
    ...keys,
  })
  const { S3_ENDPOINT: __, ...amazon } = s3
  expect(configOf({ ...production, ...amazon, S3_REGION: 'eu-central-1' }).s3).toMatchObject({
    endpoint: null,
    region: 'eu-central-1',
  })
})

test('production starts with an explicit folder', () => {
  const config = configOf({ ...production, STORAGE_DIR: 'models' })
  expect([config.storageDir, config.gcsBucket, config.s3]).toEqual([resolve('models'), null, null])
})

test('production without a place for models names all three choices', () => {
  expect(problems(production)).toEqual([
    'GCS_BUCKET is missing: with NODE_ENV=production it must hold the Google Cloud Storage bucket that keeps the models, unless S3_BUCKET or STORAGE_DIR says where they are kept.',
  ])
})

const refused: readonly (readonly [string, Readonly<Record<string, string>>, string])[] = [
  [
    'two places',
    { STORAGE_DIR: '/srv/models', GCS_BUCKET: 'farm-models' },
    'GCS_BUCKET and STORAGE_DIR are both set. Keep the one that says where models are kept.',
  ],
  ['no key', { ...s3, S3_ACCESS_KEY_ID: '' }, 'S3_ACCESS_KEY_ID is missing: S3_BUCKET needs it.'],
  [
    'no secret',
    { ...s3, S3_SECRET_ACCESS_KEY: '' },
    'S3_SECRET_ACCESS_KEY is missing: S3_BUCKET needs it.',
  ],
  [
    'no bucket',
    { STORAGE_DIR: '/srv/models', S3_ACCESS_KEY_ID: 'farm' },
    'S3_ACCESS_KEY_ID is set, but S3_BUCKET is not: set both.',
  ],
  [
    'an address in place of a name',
    { ...s3, S3_BUCKET: 's3://farm' },
    'S3_BUCKET must be a bucket name, without s3:// and without a folder.',
  ],
  [
    'an endpoint without a protocol',
    { ...s3, S3_ENDPOINT: 'minio.example.com' },
    'S3_ENDPOINT must be an address that begins with http:// or https://.',
  ],
  [
    'a region with spaces',
    { ...s3, S3_REGION: 'EU 1' },
    'S3_REGION must be a region such as eu-central-1.',
  ],
]
for (const [what, env, sentence] of refused) {
  test(`${what} does not start, and is named`, () => {
    expect(problems({ ...production, ...env })).toEqual([sentence])
    if (what !== 'no bucket') expect(problems(env)).toEqual([sentence])
  })
}
