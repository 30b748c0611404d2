// A disk that becomes full during an upload: the caller gets a refusal, the space and the handle are released, and
// the process continues.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { spawnSync } from 'node:child_process'
import { appendFileSync, mkdirSync, readdirSync, readlinkSync, rmSync, statfsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { orderForm } from '../../testing/people/submit.ts'
import { openRealServer, type RealServer, readDemo } from '../../testing/service/real-server.ts'
import { rawPost } from '../../testing/service/requests.ts'
import { until } from '../../testing/service/until.ts'
import { slowTestMs } from '../../testing/slow-tests.ts'
import { useDatabase } from '../../testing/use.ts'

const MB = 1024 * 1024
setDefaultTimeout(slowTestMs)

const database = useDatabase({ poolSize: 1 })

function order(server: RealServer, apiKey: string, bytes?: number): Promise<Response> {
  const large = bytes === undefined ? undefined : { name: 'a.stl', bytes: new Uint8Array(bytes) }
  return fetch(
    `${server.baseUrl}/api/print/orders`,
    rawPost(orderForm({}, large), { 'x-api-key': apiKey }),
  )
}

const uploads = ({ stateDir }: RealServer) => readdirSync(join(stateDir, 'uploads'))

/** Appends to the file until its disk is full. */
function fill(path: string): void {
  const { bsize } = statfsSync(dirname(path))
  const block = new Uint8Array(bsize)
  for (;;) {
    try {
      appendFileSync(path, block)
    } catch {
      return
    }
  }
}

/** Returns files of the upload folder that the process has open, including removed ones. */
function openUploads(server: RealServer): readonly string[] {
  const folder = `/proc/${server.pid()}/fd`
  return readdirSync(folder).flatMap((fd) => {
    try {
      const target = readlinkSync(join(folder, fd))
      return target.includes(`${server.stateDir}/uploads`) ? [target] : []
    } catch {
      return [] // Closed since the folder was read.
    }
  })
}

describe.skipIf(process.platform !== 'linux')('a file that exceeds the system limit', () => {
  let server: RealServer
  beforeAll(async () => {
    // In units of 512 bytes: no file of the process and its children may exceed 32 MB. The signal would end the
    // process.
    const through = ['sh', '-c', `trap '' XFSZ; ulimit -f 65536; exec "$@"`, 'sh']
    server = await openRealServer({ env: { DATABASE_URL: database.url }, through })
    await server.start()
  })
  afterAll(() => server.close())

  test('leads to a 502, its handle is closed, and the process continues to serve', async () => {
    const { apiKey } = await readDemo(server)
    const pid = server.pid()
    for (let time = 0; time < 3; time += 1) {
      const refused = await order(server, apiKey, 80 * MB)
      expect(refused.status).toBe(502)
      expect(await refused.json()).toEqual({ error: 'Could not store the file. Try again.' })
      expect(openUploads(server)).toEqual([])
      expect(uploads(server)).toEqual([])
    }
    const disk = () => server.logs().filter(({ event }) => event === 'upload.disk_error')
    await until(() => disk().length === 3)
    expect((await order(server, apiKey)).status).toBe(201)
    expect(server.pid()).toBe(pid)
    expect(server.isRunning()).toBe(true)
  })
})

/** Mounting needs rights that a developer's machine may not grant. */
const scratch = `/tmp/svc-mount-${process.pid}`
function canMount(): boolean {
  if (process.platform !== 'linux') return false
  mkdirSync(scratch, { recursive: true })
  const mounted = mountAt(scratch)
  if (mounted) spawnSync('umount', [scratch])
  rmSync(scratch, { recursive: true, force: true })
  return mounted
}
function mountAt(folder: string): boolean {
  return spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=40m', 'none', folder]).status === 0
}

describe.skipIf(!canMount())('a disk of 40 MB', () => {
  let server: RealServer
  let folder: string
  beforeAll(async () => {
    server = await openRealServer({ env: { DATABASE_URL: database.url } })
    folder = join(server.stateDir, 'uploads')
    mkdirSync(folder, { mode: 0o700 })
    mountAt(folder)
    await server.start()
  })
  afterAll(async () => {
    await server.stop()
    spawnSync('umount', [folder])
    await server.close()
  })

  test('gives uploads half of its free space, and asks a larger upload to retry', async () => {
    const { apiKey } = await readDemo(server)
    const refused = await order(server, apiKey, 30 * MB)
    expect(refused.status).toBe(503)
    expect(refused.headers.get('retry-after')).toBe('15')
    expect(await refused.json()).toEqual({
      error:
        'The service cannot accept more uploads right now. Nothing was stored or charged; send it again shortly.',
    })
    expect(uploads(server)).toEqual([])
    expect((await order(server, apiKey)).status).toBe(201)
  })

  test('that is filled by other data causes every upload to be refused until there is space again', async () => {
    const { apiKey } = await readDemo(server)
    const filler = join(folder, 'filler')
    await until(async () => {
      // Filled each time, because pictures that are drawn for emails take and release space meanwhile.
      fill(filler)
      return (await order(server, apiKey)).status === 503
    })
    expect(server.isRunning()).toBe(true)
    await until(() => openUploads(server).length === 0)
    rmSync(filler)
    await until(async () => (await order(server, apiKey)).status === 201)
  })
})
