// aiosmtpd, a third-party mail server, as a separate process.
import { join } from 'node:path'
import * as v from 'valibot'
import { freePort, waitUntil } from '../../../testing/service/real-server.ts'

const eventSchema = v.object({
  event: v.picklist(['listening', 'received', 'refused', 'dropped']),
  to: v.optional(v.string(), ''),
  sender: v.optional(v.string(), ''),
  source: v.optional(v.string(), ''),
})
export type SmtpEvent = v.InferOutput<typeof eventSchema>

export type SmtpServer = {
  readonly url: string
  /** Returns the states of the emails for the address, oldest first. */
  readonly eventsOf: (address: string) => readonly SmtpEvent[]
  readonly close: () => Promise<void>
}

/** Starts aiosmtpd. `python`: an interpreter that has it. */
export async function startSmtpServer(python: string): Promise<SmtpServer> {
  const port = await freePort()
  const server = Bun.spawn([python, join(import.meta.dir, 'server.py'), String(port)], {
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: 'inherit',
  })
  let printed = ''
  const events = () =>
    printed
      .split('\n')
      .slice(0, -1)
      .map((line) => v.parse(eventSchema, JSON.parse(line)))
  void collect(server.stdout, (text) => {
    printed += text
  })
  await waitUntil('aiosmtpd listens', () => events().length > 0)
  return {
    url: `smtp://127.0.0.1:${port}`,
    eventsOf: (address) => events().filter(({ to }) => to === address),
    close: async () => {
      await server.stdin.end()
      await server.exited
    },
  }
}

async function collect(stream: ReadableStream<Uint8Array>, keep: (text: string) => void) {
  const decoder = new TextDecoder()
  for await (const bytes of stream) keep(decoder.decode(bytes, { stream: true }))
}
