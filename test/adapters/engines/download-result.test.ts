// Results of downloading a finished model: only permanent errors are failures (decisions.md 68).
import { expect, test } from 'bun:test'
import { downloadResult } from '../../../server/adapters/engines/download-result.ts'
import type { DownloadRefusal } from '../../../server/domain/models/downloads.ts'

const { signal } = new AbortController()

async function against(refusal: Pick<DownloadRefusal, 'reason' | 'status'>) {
  let fetches = 0
  const { kind } = await downloadResult({
    read: async () => ({
      kind: 'succeeded',
      modelUrl: 'https://engine.example/model.glb',
      previewUrl: null,
      expiresAt: null,
    }),
    downloads: {
      fetch: async () => {
        fetches += 1
        return { kind: 'refused', message: 'refused', ...refusal }
      },
    },
    what: 'model',
    signal,
  })
  return [kind, fetches]
}

test.each([
  ['timed_out', null],
  ['unreachable', null],
  ['http_status', 503],
  ['http_status', 429],
] as const)('an unavailable host (%s %p) says nothing about the model', async (reason, status) => {
  expect(await against({ reason, status })).toEqual(['unclear', 3])
})

test.each([
  ['http_status', 404, 3],
  ['http_status', 403, 3],
  ['empty', null, 3],
  ['too_large', null, 1],
  ['private_address', null, 1],
] as const)(
  'a model that is permanently missing (%s %p) is a failure',
  async (reason, status, fetches) => {
    expect(await against({ reason, status })).toEqual(['failed', fetches])
  },
)
