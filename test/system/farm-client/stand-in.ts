// Shared by the stand-ins of Moonraker and OctoPrint: a print that a test advances, and a server on the loopback
// interface.

export type Print = { state: string; file: string; share: number; seconds: number; message: string }

/** State of Klipper's host; `ready` accepts commands. */
export type Host = { state: 'startup' | 'ready' | 'shutdown' | 'error'; message: string }

export type StandIn = {
  readonly url: string
  /** Contents of the uploaded files, by name. */
  readonly files: ReadonlyMap<string, string>
  /** Started files, in order. */
  readonly started: () => readonly string[]
  readonly progress: (share: number, seconds: number) => void
  readonly finish: () => void
  /** Acts as if an operator had pressed the button at the printer. */
  readonly stop: () => void
  /** Restarts: it prints nothing and has no file selected. */
  readonly restart: () => void
  /** A person starts a print at the printer. */
  readonly startOther: (file: string) => void
  readonly setState: (state: string, message?: string) => void
  /** Sets the state of Klipper's host, and not that of the print. */
  readonly setHost: (state: Host['state'], message?: string) => void
  /** Sets whether starts are refused. */
  readonly refuseStarts: (refuse: boolean) => void
  /** Sets the sentence that refuses pause, resume and cancel; null = they are carried out. */
  readonly refuseCommands: (reason: string | null) => void
  /** Returns the commands to the running print that were carried out, in order. */
  readonly commands: () => readonly Command[]
  /** Sets the bytes of the camera's picture; null = there is no camera. */
  readonly setPicture: (bytes: Uint8Array<ArrayBuffer> | null) => void
  /** Sets whether the server supports pausing, where that depends on its configuration. */
  readonly setPausing: (isKnown: boolean) => void
  /** Called when a request has been executed, before its response is sent. */
  readonly beforeResponse: (call: (route: string) => Promise<void>) => void
  /**
   * Called when a request has arrived, and after it was carried out. A request for which it returns `lost` before is not carried out.
   */
  readonly on: (call: Hook) => void
  /** Sets the status and sentence that refuse uploads; null = uploads are accepted. */
  readonly refuseUploads: (refusal: Refusal | null) => void
  /** Replaces the content of a stored file. */
  readonly setFile: (file: string, content: string) => void
  /** A person starts a stored file at the printer. */
  readonly startByHand: (file: string) => void
  /** Number of received requests. */
  readonly requests: () => number
  readonly current: () => { readonly state: string; readonly file: string }
  readonly close: () => Promise<void>
}

type Refusal = readonly [status: number, text: string]

/** Returned by a test for a request that does not arrive. */
export const lost = 'lost'
export type Hook = (route: string, moment: 'before' | 'after') => Promise<unknown>

export type Server = {
  readonly print: Print
  readonly host: Host
  readonly files: Map<string, string>
  readonly started: string[]
  refusing: boolean
  refusedCommand: string | null
  readonly commands: Command[]
  picture: Uint8Array<ArrayBuffer> | null
  canPause: boolean
  uploadRefusal: Refusal | null
}

export type Command = 'pause' | 'resume' | 'cancel'

/** Carries out the command if the print is in a state for it. Returns why not, or null. */
export function command(
  { print, refusedCommand, commands }: Server,
  what: Command,
  words: { readonly printing: string; readonly paused: string; readonly stopped: string },
): string | null {
  if (refusedCommand !== null) return refusedCommand
  const { printing, paused, stopped } = words
  const fits = what === 'resume' ? [paused] : what === 'pause' ? [printing] : [printing, paused]
  if (!fits.includes(print.state)) return `The print is ${print.state}`
  print.state = { pause: paused, resume: printing, cancel: stopped }[what]
  commands.push(what)
  return null
}

export const temperatures = {
  nozzle: { actual: 214.6, target: 215 },
  bed: { actual: 59.8, target: 60 },
} as const

/** Handlers by method and path; `*` is the path of any other request. */
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

/** Starts the server. It responds with the status `refusal` to every request without its key. */
export function openStandIn(
  words: Words,
  routes: Routes,
  { apiKey, refusal }: { apiKey: string | null; refusal: number },
): StandIn {
  const print: Print = { state: words.idle, file: '', share: 0, seconds: 0, message: '' }
  const host: Host = { state: 'ready', message: '' }
  const server: Server = {
    print,
    host,
    files: new Map(),
    started: [],
    refusing: false,
    refusedCommand: null,
    commands: [],
    picture: null,
    canPause: true,
    uploadRefusal: null,
  }
  let requests = 0
  let hook: (route: string) => Promise<void> = async () => {}
  let onRequest: Hook = async () => {}
  const listening = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: async (request) => {
      requests += 1
      const isAllowed = apiKey === null || request.headers.get('x-api-key') === apiKey
      const { pathname } = new URL(request.url)
      // A camera has its own server, which checks no key.
      if (!isAllowed && pathname !== '/webcam/') return json({ error: 'Forbidden' }, refusal)
      const route = `${request.method} ${pathname}`
      if ((await onRequest(route, 'before')) === lost) return json({}, 500)
      const respond = routes[route] ?? routes[`${request.method} *`]
      const response = (await respond?.(request, server)) ?? json({ error: 'Not Found' }, 404)
      await hook(route)
      await onRequest(route, 'after')
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
    startOther: (file) =>
      Object.assign(print, { state: words.printing, file, share: 0.1, seconds: 60 }),
    setState: (state, message = '') => Object.assign(print, { state, message }),
    setHost: (state, message = '') => Object.assign(host, { state, message }),
    refuseStarts: (refuse) => {
      server.refusing = refuse
    },
    refuseCommands: (reason) => {
      server.refusedCommand = reason
    },
    commands: () => [...server.commands],
    setPicture: (bytes) => {
      server.picture = bytes
    },
    setPausing: (isKnown) => {
      server.canPause = isKnown
    },
    beforeResponse: (call) => {
      hook = call
    },
    on: (call) => {
      onRequest = call
    },
    refuseUploads: (next) => {
      server.uploadRefusal = next
    },
    setFile: (file, content) => void server.files.set(file, content),
    startByHand: (file) => begin(server, file, words.printing),
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
