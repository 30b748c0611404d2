// Sends the worst requests without a pause on several connections. Runs in a separate process,
// because its copies of files would stall crowd.ts, which measures orders. Runs until its input
// closes, then prints its results: bun bench/attack/senders.ts URL CONNECTIONS
import { type Hostile, hostileRequests } from './requests.ts'

export type Sent = { readonly responses: number; readonly refused: number; readonly fault?: string }

type Senders = {
  /** Stops the process and returns its results. Throws when a response had an unexpected status. */
  readonly stop: () => Promise<Sent>
}

/** Starts the process at a lower priority, because real attackers use their own machines. */
export async function startSenders(baseUrl: string, connections: number): Promise<Senders> {
  const command = [
    'nice',
    '-n',
    '10',
    process.execPath,
    import.meta.path,
    baseUrl,
    `${connections}`,
  ]
  const child = Bun.spawn(command, { stdin: 'pipe', stdout: 'pipe', stderr: 'inherit' })
  const lines = new Response(child.stdout).text()
  return {
    stop: async () => {
      await child.stdin.end()
      const text = await lines
      if ((await child.exited) !== 0) throw new Error('the hostile senders failed')
      const sent = JSON.parse(text) as Sent
      if (sent.fault !== undefined) throw new Error(sent.fault)
      return sent
    },
  }
}

async function keepSending(
  baseUrl: string,
  request: Hostile | undefined,
  caller: number,
  signal: AbortSignal,
): Promise<Sent> {
  let responses = 0
  let refused = 0
  while (request !== undefined && !signal.aborted) {
    const round = 10_000 + 1000 * caller + responses
    // Use a new address for every ten requests, so that limits per address alone do not stop this
    // sender.
    const address = `203.0.${caller}.${1 + (Math.floor(responses / 10) % 250)}`
    try {
      const response = await request.send(baseUrl, round, address)
      const text = await response.text()
      responses++
      if (response.status === 429 || response.status === 503) {
        refused++
        await Bun.sleep(50)
      } else if (!request.expected.includes(response.status)) {
        const fault = `${request.name} got ${response.status}: ${text.slice(0, 300)}`
        return { responses, refused, fault }
      }
    } catch (error) {
      return { responses, refused, fault: `${request.name} got no response: ${error}` }
    }
  }
  return { responses, refused }
}

if (import.meta.main) {
  const [baseUrl, connections] = Bun.argv.slice(2)
  if (!baseUrl || !(Number(connections) > 0)) throw new Error('usage: senders.ts URL CONNECTIONS')
  const requests = hostileRequests()
  const stop = new AbortController()
  const sending = Array.from({ length: Number(connections) }, (_, i) =>
    keepSending(baseUrl, requests[i % requests.length], i, stop.signal),
  )
  for await (const _ of Bun.stdin.stream()) {
    // Nothing is written to the input. Its end is the signal to stop.
  }
  stop.abort()
  const sent = await Promise.all(sending)
  const sum = (count: (one: Sent) => number) => sent.reduce((total, one) => total + count(one), 0)
  const fault = sent.find((one) => one.fault !== undefined)?.fault
  const result: Sent = {
    responses: sum(({ responses }) => responses),
    refused: sum(({ refused }) => refused),
    ...(fault === undefined ? {} : { fault }),
  }
  console.log(JSON.stringify(result))
}
