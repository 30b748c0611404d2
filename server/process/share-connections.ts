// Spreads keep-alive connections over the web processes. The kernel gives each new connection to some process, whatever it has to do,
// and there it stays: a process with more than its share of requests closes connections, and their clients open others.

/** Both are counted in requests that are being answered. */
export type LoadReport = { readonly kind: 'load'; readonly running: number }
export type MeanReport = { readonly kind: 'mean_load'; readonly running: number }

const reportEveryMs = 250
/** Below this lead over the mean, connections are left alone: moving them costs more than it brings. */
const leadShare = 0.25
const leadRequests = 2

/** The share of responses, 0 to 1, after which a process closes the connection. */
export function closingShare(running: number, meanRunning: number): number {
  const isAhead = running > meanRunning * (1 + leadShare) + leadRequests
  return isAhead ? (running - meanRunning) / running : 0
}

type Handle = (request: Request) => Response | Promise<Response>

export type ConnectionShare = {
  readonly wrap: (handle: Handle) => (request: Request) => Promise<Response>
  readonly running: () => number
  /** To be called with the mean of all processes. */
  readonly compare: (meanRunning: number) => void
}

export function createConnectionShare(random: () => number = Math.random): ConnectionShare {
  let running = 0
  let share = 0
  return {
    wrap: (handle) => async (request) => {
      running += 1
      try {
        const response = await handle(request)
        return share > 0 && random() < share ? closing(response) : response
      } finally {
        running -= 1
      }
    },
    running: () => running,
    compare: (meanRunning) => {
      share = closingShare(running, meanRunning)
    },
  }
}

/** Clients close the connection after such a response. */
function closing(response: Response): Response {
  const headers = new Headers(response.headers)
  headers.set('connection', 'close')
  const { status, statusText } = response
  return new Response(response.body, { status, statusText, headers })
}

/** In the process that started the others: compares the last reports of all of them. Returns a function that ends it. */
export function compareLoads(
  own: ConnectionShare,
  others: { readonly loads: () => readonly number[]; readonly tell: (mean: MeanReport) => void },
): () => void {
  const timer = setInterval(() => {
    const loads = [own.running(), ...others.loads()]
    const mean = loads.reduce((sum, load) => sum + load, 0) / loads.length
    own.compare(mean)
    others.tell({ kind: 'mean_load', running: mean })
  }, reportEveryMs)
  timer.unref()
  return () => clearInterval(timer)
}

/** In a further process: reports its load to the one that started it, and takes the mean from there. */
export function reportLoad(own: ConnectionShare, link: NodeJS.Process = process): void {
  link.on('message', (message: unknown) => {
    const mean = readLoad(message, 'mean_load')
    if (mean !== null) own.compare(mean)
  })
  const timer = setInterval(() => {
    const report: LoadReport = { kind: 'load', running: own.running() }
    if (link.connected) link.send?.(report)
  }, reportEveryMs)
  timer.unref()
}

/** The number of a report of that kind; null for anything else. */
export function readLoad(message: unknown, kind: 'load' | 'mean_load'): number | null {
  if (typeof message !== 'object' || message === null) return null
  if (!('kind' in message && 'running' in message) || message.kind !== kind) return null
  return typeof message.running === 'number' ? message.running : null
}
