// Checks the storage: writes an object, reads it and removes it.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openObjectStore } from '../../adapters/storage/object-store.ts'
import type { Config } from '../../config/config.ts'
import { withTimeout } from '../../domain/base/time/with-timeout.ts'
import { type Diagnosis, type Examined, fail, messageOf, pass } from './finding.ts'

const storageTimeoutMs = 30_000

export async function checkStorage({ config, now }: Examined): Promise<readonly Diagnosis[]> {
  const folder = await mkdtemp(join(tmpdir(), 'svc-doctor-'))
  const key = `doctor/${crypto.randomUUID()}`
  let step = 'opened'
  const tryAll = async () => {
    const store = await openObjectStore(config)
    step = 'written'
    const path = join(folder, 'sample')
    const text = now().toISOString()
    await writeFile(path, text)
    await store.putFile(key, path, 'text/plain')
    step = 'read'
    const read = Buffer.from((await store.read(key)) ?? []).toString()
    if (read !== text) throw new Error(read === '' ? 'it is not there' : 'it has other bytes')
    step = 'listed'
    await store.check()
    step = 'removed'
    await store.remove(key)
    if ((await store.sizeOf(key)) !== null) throw new Error('it is still there')
    return true
  }
  try {
    const done = await withTimeout(storageTimeoutMs, new AbortController().signal, tryAll)
    if (done === null) throw new Error(`no response within ${storageTimeoutMs / 1000} s`)
    return [pass('storage', `${placeOf(config)}: written, read, removed`)]
  } catch (error) {
    const message = `${placeOf(config)}: an object cannot be ${step}: ${messageOf(error)}`
    return [fail('storage', message, fixOf(config, step))]
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function placeOf({ s3, gcsBucket, storageDir, stateDir }: Config): string {
  if (s3 !== null) {
    return `S3 bucket ${s3.bucket}${s3.endpoint === null ? '' : ` at ${s3.endpoint}`}`
  }
  if (gcsBucket !== null) return `Google bucket ${gcsBucket}`
  return `folder ${storageDir ?? join(stateDir, 'storage')}`
}

const rights: Readonly<Record<string, string>> = {
  opened: '',
  written: 's3:PutObject',
  read: 's3:GetObject',
  listed: 's3:ListBucket',
  removed: 's3:DeleteObject',
}

function fixOf({ s3, gcsBucket, storageDir, stateDir }: Config, step: string): string {
  if (s3 !== null) {
    return `Allow the key ${rights[step]} on the bucket, or correct S3_BUCKET, S3_ENDPOINT, S3_REGION, S3_ACCESS_KEY_ID or S3_SECRET_ACCESS_KEY.`
  }
  if (gcsBucket !== null) {
    return `gcloud storage buckets add-iam-policy-binding gs://${gcsBucket} --member=serviceAccount:... --role=roles/storage.objectUser, or correct GCS_BUCKET.`
  }
  return `install -d -o svc -g svc -m 750 ${storageDir ?? stateDir}, or correct ${storageDir === null ? 'STATE_DIR' : 'STORAGE_DIR'}.`
}
