// ROLE=slicing as a process of its own: it needs nothing but a port, slices for a service as the service's own slicer would, and its
// death costs one slice.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { cubeStl } from '../helpers/meshes.ts'
import { freePort, openRealServer, waitUntil } from '../helpers/real-server.ts'
import { FAKE_SLICE, scriptedSlicer, sliceQuote, upload, uploaded } from '../helpers/slicing.ts'
import { refusal } from '../helpers/submit.ts'
import { use, useService } from '../helpers/use.ts'
import { requirement, verifies } from '../helpers/verifies.ts'

const root = join(import.meta.dir, '../..')
const slicer = use(scriptedSlicer, ({ end }) => end())
const slicing = use(async () => {
  const server = await openRealServer({
    env: {
      ROLE: 'slicing',
      SLICER_PATH: slicer.path,
      SLICER_CONCURRENCY: '1',
      SLICER_WAIT_SECONDS: '1',
    },
  })
  await server.start()
  return server
})
/** Its own slicer is the wrong one to ask: SLICER_URL takes precedence. */
const remote = useService(() => ({
  env: { SLICER_URL: slicing.baseUrl, SLICER_PATH: '/nowhere', GEOMETRY_WORKERS: '1' },
}))
