// moto, a third-party S3 server, as a separate process with one bucket.
import { join } from 'node:path'
import { S3Client } from 'bun'
import * as v from 'valibot'

export type Moto = {
  readonly url: string
  readonly bucket: string
  /** Sets the time at which an object was stored. */
  readonly setStored: (key: string, at: Date) => Promise<void>
  /** Returns the address that botocore signs for the same request. */
  readonly sign: (request: {
    readonly method: 'PUT' | 'DELETE'
    readonly url: string
    readonly headers: Readonly<Record<string, string>>
    readonly access: string
    readonly secret: string
    readonly region: string
    readonly expires: number
    readonly at: Date
  }) => Promise<string>
  readonly client: S3Client
  readonly close: () => Promise<void>
}

/** Starts moto. `python`: an interpreter that has moto. */
export async function startMoto(python: string, bucket: string): Promise<Moto> {
  const server = Bun.spawn([python, join(import.meta.dir, 'server.py')], {
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: 'ignore',
  })
  const lines = linesOf(server.stdout)
  /** Runs one command at a time, because each command has a response of one line. */
  let last: Promise<unknown> = Promise.resolve()
  const ask = (command: string, values: object): Promise<unknown> => {
    const answer = last.then(async () => {
      await server.stdin.write(`${JSON.stringify({ command, ...values })}\n`)
      await server.stdin.flush()
      return JSON.parse((await lines.next()).value ?? '')
    })
    last = answer.catch(() => undefined)
    return answer
  }
  const { port } = v.parse(
    v.object({ port: v.number() }),
    JSON.parse((await lines.next()).value ?? ''),
  )
  const url = `http://127.0.0.1:${port}`
  const made = await fetch(`${url}/${bucket}`, { method: 'PUT' })
  if (!made.ok) throw new Error(`moto made no bucket: ${made.status} ${await made.text()}`)
  return {
    url,
    bucket,
    setStored: async (key, at) => {
      await ask('set_stored', { bucket, key, at: at.toISOString() })
    },
    sign: async ({ at, ...request }) =>
      v.parse(
        v.object({ url: v.string() }),
        await ask('sign', { ...request, at: at.toISOString() }),
      ).url,
    client: new S3Client({ bucket, endpoint: url, accessKeyId: 'farm', secretAccessKey: 'secret' }),
    close: async () => {
      await server.stdin.end()
      await server.exited
    },
  }
}

async function* linesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<string, undefined> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const bytes of stream) {
    rest += decoder.decode(bytes, { stream: true })
    for (let end = rest.indexOf('\n'); end >= 0; end = rest.indexOf('\n')) {
      yield rest.slice(0, end)
      rest = rest.slice(end + 1)
    }
  }
  return undefined
}
