// What the stand-ins of Moonraker and OctoPrint share: a print that a test moves on, and a server on the loopback interface.

export type Print = { state: string; file: string; share: number; seconds: number; message: string }

/** What Klipper's host says of itself; `ready` takes commands. */
export type Host = { state: 'startup' | 'ready' | 'shutdown' | 'error'; message: string }

export type StandIn = {
  readonly url: string
  /** Contents of the files that were uploaded, by name. */
  readonly files: ReadonlyMap<string, string>
  /** The files that were started, in order. */
  readonly started: () => readonly string[]
  readonly progress: (share: number, seconds: number) => void
  readonly finish: () => void
  /** As if a person had pressed the button at the printer. */
  readonly stop: () => void
  /** Starts again: it prints nothing and has no file selected. */
  readonly restart: () => void
  readonly setState: (state: string, message?: string) => void
  /** What Klipper's host alone says. */
  readonly setHost: (state: Host['state'], message?: string) => void
  /** Whether prints may be started. */
  readonly refuseStarts: (refuse: boolean) => void
  /** Called when a request has been carried out, before its response is sent. */
  readonly beforeResponse: (call: (route: string) => Promise<void>) => void
  /** How many requests have arrived. */
  readonly requests: () => number
  readonly current: () => { readonly state: string; readonly file: string }
  readonly close: () => Promise<void>
}

export type Server = {
  readonly print: Print
  readonly host: Host
  readonly files: Map<string, string>
  readonly started: string[]
  refusing: boolean
}

/** By method and path; `*` is the path of any other request. */
export type Routes = Readonly<
  Record<string, (request: Request, server: Server) => Response | Promise<Response>>
>

export type Words = {
  readonly idle: string
  readonly printing: string
  readonly complete: string
  readonly stopped: string
}

export const json = (body: unknown, status = 200) => Response.json(body, { status })

/** Without its key every request is refused with the status. */
export function openStandIn(
  words: Words,
  routes: Routes,
  { apiKey, refusal }: { apiKey: string | null; refusal: number },
): StandIn {
  const print: Print = { state: words.idle, file: '', share: 0, seconds: 0, message: '' }
  const host: Host = { state: 'ready', message: '' }
  const server: Server = { print, host, files: new Map(), started: [], refusing: false }
  let requests = 0
  let hook: (route: string) => Promise<void> = async () => {}
  const listening = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: async (request) => {
      requests += 1
      const isAllowed = apiKey === null || request.headers.get('x-api-key') === apiKey
      if (!isAllowed) return json({ error: 'Forbidden' }, refusal)
      const { pathname } = new URL(request.url)
      const respond = routes[`${request.method} ${pathname}`] ?? routes[`${request.method} *`]
      const response = (await respond?.(request, server)) ?? json({ error: 'Not Found' }, 404)
      await hook(`${request.method} ${pathname}`)
      return response
    },
  })
  return {
    url: `http://127.0.0.1:${listening.port}`,
    files: server.files,
    started: () => [...server.started],
    progress: (share, seconds) => Object.assign(print, { state: words.printing, share, seconds }),
    finish: () => Object.assign(print, { state: words.complete, share: 1 }),
    stop: () => Object.assign(print, { state: words.stopped }),
    restart: () => Object.assign(print, { state: words.idle, file: '', share: 0, message: '' }),
    setState: (state, message = '') => Object.assign(print, { state, message }),
    setHost: (state, message = '') => Object.assign(host, { state, message }),
    refuseStarts: (refuse) => {
      server.refusing = refuse
    },
    beforeResponse: (call) => {
      hook = call
    },
    requests: () => requests,
    current: () => ({ state: print.state, file: print.file }),
    close: () => listening.stop(true),
  }
}

/** Starts the file on the stand-in. */
export function begin({ print, started }: Server, file: string, state: string): void {
  started.push(file)
  Object.assign(print, { state, file, share: 0, seconds: 0 })
}
