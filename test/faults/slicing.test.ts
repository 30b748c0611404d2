// kill -9 during a slice: the slicer dies with its service, and the next one makes the slice within one lease.
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findGuards } from '../../slicer-bridge/run/limits.ts'
import { cubeStl } from '../../testing/models/meshes.ts'
import {
  openRealServer,
  type RealServer,
  readDemo,
  waitUntil,
} from '../../testing/service/real-server.ts'
import { jsonPost } from '../../testing/service/requests.ts'
import {
  FAKE_SLICE,
  type ScriptedSlicer,
  scriptedSlicer,
  sliceQuote,
  upload,
  uploaded,
} from '../../testing/slicer/scripted-slicer.ts'
import { isAlive } from '../../testing/slicer/stage.ts'
import { useDatabase } from '../../testing/use.ts'

const database = useDatabase({ poolSize: 2 })
let slicer: ScriptedSlicer
let server: RealServer
beforeAll(async () => {
  slicer = scriptedSlicer()
  server = await openRealServer({
    env: { DATABASE_URL: database.url, SLICER_PATH: slicer.path, SLICER_CAGE: 'off' },
  })
  await server.start()
})
afterAll(async () => {
  await server.close()
  slicer.end()
})

test('a killed service leaves behind no slicer, no file and no claimed slice', async () => {
  const service = {
    fetch: (path: string, init?: RequestInit) => fetch(`${server.baseUrl}${path}`, init),
  }
  const cookie = await signIn(server)
  const file = { name: 'cube.stl', bytes: cubeStl({ sizeMm: 17 }) }
  const { generationId } = await uploaded(upload(service, cookie, file))
  const said = join(server.stateDir, 'slicer-pid')
  slicer.script(`echo $$ >"${said}"\nexec /bin/sleep 600`)
  const cut = sliceQuote(service, cookie, { generationId }).catch(() => 'cut off')
  await waitUntil('the slicer runs', () => /\d\n/.test(readText(said)))
  const pid = Number(readText(said))
  await server.kill9()
  expect(await cut).toBe('cut off')
  if (findGuards().setpriv !== null) {
    await waitUntil('the slicer is dead', () => !isAlive(pid), 5_000)
  }
  slicer.script(null)
  await server.start()
  // Waits until the lease of the dead process expires, at most 15 s.
  const response = await sliceQuote(service, cookie, { generationId })
  expect(await response.json()).toMatchObject({
    ok: true,
    cached: false,
    sliceAnalysis: FAKE_SLICE,
  })
  expect(await server.stop()).toBe(0)
  expect(readdirSync(join(server.stateDir, 'slices'))).toEqual([])
  if (isAlive(pid)) process.kill(pid, 'SIGKILL')
})

const readText = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : '')

async function signIn({ baseUrl, stateDir }: RealServer): Promise<string> {
  const { email } = await readDemo({ stateDir })
  const { password } = JSON.parse(readText(join(stateDir, 'demo.json')))
  const response = await fetch(
    `${baseUrl}/api/auth/sign-in/email`,
    jsonPost({ email, password }, { origin: baseUrl }),
  )
  if (!response.ok) throw new Error(`signing in: ${response.status} ${await response.text()}`)
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
}
