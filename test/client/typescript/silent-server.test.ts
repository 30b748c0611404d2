// Timeouts with a server that accepts connections and never responds, during garbage collection: on Node 20 the
// signals of AbortSignal.timeout() and AbortSignal.any() are removed by the first collection.
import { expect, test } from 'bun:test'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { use } from '../../../testing/use.ts'

const root = join(import.meta.dir, '../../..')

const silent = use(
  async () => {
    const sockets = new Set<import('node:net').Socket>()
    const server = createServer((socket) => sockets.add(socket.resume()))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    return { url: `http://127.0.0.1:${port}`, server, sockets }
  },
  ({ server, sockets }) => {
    for (const socket of sockets) socket.destroy()
    server.close()
  },
)
const program = use(
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'svc-silent-'))
    const entry = join(import.meta.dir, 'call-silent-server.ts')
    const built = await Bun.build({
      entrypoints: [entry],
      target: 'node',
      outdir: folder,
      naming: 'call-silent-server.mjs',
    })
    return { folder, path: built.outputs[0]?.path ?? '' }
  },
  ({ folder }) => rmSync(folder, { recursive: true }),
)

const runtimes = [
  ['Node', 'node', ['--expose-gc']],
  ['Bun', process.execPath, ['run']],
  ['Deno', 'deno', ['run', '--v8-flags=--expose-gc', '--allow-env', '--allow-net']],
] as const

for (const [name, command, args] of runtimes) {
  test.skipIf(Bun.which(command) === null)(
    `every call ends by its timeout with ${name}, whatever is collected meanwhile`,
    async () => {
      const child = Bun.spawn([command, ...args, program.path], {
        env: { ...process.env, SVC_URL: silent.url },
        stderr: 'pipe',
      })
      const printed = await new Response(child.stdout).text()
      const problems = await new Response(child.stderr).text()
      expect({ problems, endings: JSON.parse(printed || 'null') }).toEqual({
        problems: '',
        endings: {
          getOrder: 'TimeoutError',
          getOrderWithSignal: 'TimeoutError',
          price: 'TimeoutError',
          checkPrintability: 'TimeoutError',
          uploadModel: 'TimeoutError',
          submitOrder: 'OutcomeUnknownError',
          tool: 'TimeoutError',
        },
      })
    },
    30_000,
  )
}

test('no client uses a signal that Node 20 holds weakly', () => {
  const sources = ['client/typescript/src', 'client/cli/src'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => join(root, folder, file)),
  )
  expect(sources.length).toBeGreaterThan(30)
  const calls = sources.filter((path) =>
    /AbortSignal\.(?:timeout|any)\((?!\))/.test(readFileSync(path, 'utf8')),
  )
  expect(calls).toEqual([])
})
