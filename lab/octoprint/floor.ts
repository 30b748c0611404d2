// The story: orders are accepted, sliced, claimed, printed, cleared and shipped, while things go wrong at the printers.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPrinters } from '../../server/db/printers/printers.ts'
import { stateOf } from '../../server/domain/farm/printers/printer.ts'
import { signIn } from '../../test/faults/sign-in.ts'
import { openStage, type Stage } from '../../test/faults/stage.ts'
import { binaryStl, box } from '../../test/helpers/models/meshes.ts'
import { orderForm } from '../../test/helpers/people/submit.ts'
import { jsonPost, rawPost } from '../../test/helpers/service/requests.ts'
import { type OctoPrint, startOctoPrint } from './octoprint.ts'

const operator = 'operator@example.com'
const internalKey = 'an internal key of the floor, for tests alone'
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** A small print of some 2,000 lines takes half a minute. */
const throttle = 0.018
/** Beds of two sizes: each printer gets slices of its own. */
const volumes = { 'octo-1': { x: 250, y: 210, z: 220 }, 'octo-2': { x: 180, y: 180, z: 180 } }
type Name = keyof typeof volumes
const names = Object.keys(volumes) as readonly Name[]

/** What goes wrong, at the n-th print that has begun, in its middle. */
const faults = new Map<number, Fault>([
  [3, 'paused'],
  [5, 'client killed'],
  [8, 'disconnected'],
  [11, 'stopped at the printer'],
  [14, 'taken back at the desk'],
])
type Fault =
  | 'paused'
  | 'client killed'
  | 'disconnected'
  | 'stopped at the printer'
  | 'taken back at the desk'

export type Played = { readonly problems: readonly string[]; readonly lines: readonly string[] }

export async function playFloor({ orders }: { readonly orders: number }): Promise<Played> {
  const folder = mkdtempSync(join(tmpdir(), 'floor-'))
  const stage = await openStage({
    env: { OPERATOR_EMAILS: operator, INTERNAL_KEY: internalKey },
  })
  const servers = new Map<Name, OctoPrint>()
  for (const name of names) servers.set(name, await startOctoPrint({ throttle }))
  const floor = new Floor(stage, { servers, folder })
  try {
    return await floor.play(orders)
  } finally {
    await floor.stopClient()
    await Promise.all([...servers.values()].map((server) => server.close()))
    await stage.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

type Places = {
  readonly servers: ReadonlyMap<Name, OctoPrint>
  readonly folder: string
}

class Floor {
  readonly #stage: Stage
  readonly #servers: Places['servers']
  readonly #folder: string
  readonly #lines: string[] = []
  readonly #began = Date.now()
  readonly #shown = new Map<Name, string>()
  readonly #seenJobs = new Set<string>()
  #cookie = ''
  #client: Bun.Subprocess | null = null

  constructor(stage: Stage, { servers, folder }: Places) {
    this.#stage = stage
    this.#servers = servers
    this.#folder = folder
  }

  async play(orders: number): Promise<Played> {
    this.#cookie = await signIn(this.#stage, operator)
    const codes = await this.#placeAndAccept(orders)
    this.#startClient()
    const deadline = Date.now() + 25 * 60_000
    while (Date.now() < deadline) {
      await this.#look()
      await this.#clearPlates()
      await this.#causeFaults()
      if (await this.#isPrinted(codes)) break
      await sleep(1000)
    }
    const statuses = await this.#deliver(codes)
    return { problems: await this.#problems(codes, statuses), lines: this.#lines }
  }

  /** Tiles of different sizes, each an order of its own. */
  async #placeAndAccept(orders: number): Promise<readonly string[]> {
    const accounts = await Promise.all([1, 2, 3, 4].map(() => this.#stage.account()))
    const codes: string[] = []
    for (let at = 0; at < orders; at += 1) {
      const file = { name: 'tile.stl', bytes: binaryStl(box([8 + (at % 5), 8, 2])) }
      const account = accounts[at % accounts.length]
      const form = orderForm({ color: 'Black', quantity: '1' }, file)
      const response = await fetch(
        `${this.#stage.server.baseUrl}/api/print/orders`,
        rawPost(form, account?.headers ?? {}),
      )
      const { code } = (await response.json()) as { code?: string }
      if (code === undefined) throw new Error(`an order was refused with ${response.status}`)
      codes.push(code)
      await this.#asOperator(`/api/farm/orders/${code}/queue`, {})
    }
    this.#say(`${orders} orders accepted`)
    return codes
  }

  async #asOperator(path: string, body: object): Promise<unknown> {
    const { baseUrl } = this.#stage.server
    const response = await fetch(
      `${baseUrl}${path}`,
      jsonPost(body, { cookie: this.#cookie, origin: baseUrl }),
    )
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return await response.json()
  }

  #startClient(): void {
    const printers = names.map((name) => {
      const { url, apiKey } = this.#server(name)
      return { name, kind: 'octoprint', url, apiKey, firmware: 'marlin', volumeMm: volumes[name] }
    })
    this.#client = Bun.spawn([process.execPath, 'client/farm/main.ts'], {
      env: {
        PATH: process.env['PATH'] ?? '',
        FARM_URL: this.#stage.server.baseUrl,
        INTERNAL_KEY: internalKey,
        PRINTERS: JSON.stringify(printers),
        STATE_DIR: this.#folder,
        POLL_SECONDS: '1',
        HEARTBEAT_SECONDS: '2',
        REPORT_SECONDS: '2',
      },
      stdout: 'ignore',
      stderr: 'ignore',
    })
  }

  async stopClient(): Promise<void> {
    this.#client?.kill('SIGKILL')
    await this.#client?.exited
    this.#client = null
  }

  #server(name: Name): OctoPrint {
    const server = this.#servers.get(name)
    if (server === undefined) throw new Error(`no printer ${name}`)
    return server
  }

  #say(text: string): void {
    const seconds = Math.round((Date.now() - this.#began) / 1000)
    this.#lines.push(`${String(seconds).padStart(4)} s  ${text}`)
    console.log(this.#lines.at(-1))
  }

  /** Notes each change of what the desk shows of a printer. */
  async #look(): Promise<void> {
    for (const { printer, job } of await this.#printers()) {
      const { state } = stateOf(printer, new Date())
      const detail = printer.detail === null ? '' : ` (${printer.detail})`
      const shown = `${printer.name}: ${state}${job === null ? '' : `, ${job.orderCode}`}${detail}`
      if (this.#shown.get(printer.name as Name) !== shown) {
        this.#shown.set(printer.name as Name, shown)
        this.#say(shown)
      }
    }
  }

  async #printers() {
    return await createPrinters(this.#stage.database.db).list('UTC')
  }

  /** A person takes the parts off, and counts those of a print that did not end as scrap by failing the job at the printer. */
  async #clearPlates(): Promise<void> {
    for (const { printer } of await this.#printers()) {
      if (stateOf(printer, new Date()).state !== 'finished') continue
      await sleep(1000)
      const path = `/api/farm/printers/${printer.name}/clear`
      const response = await fetch(
        `${this.#stage.server.baseUrl}${path}`,
        jsonPost({}, { 'x-internal-key': internalKey }),
      )
      if (!response.ok && response.status !== 409) {
        throw new Error(`${path}: ${response.status} ${await response.text()}`)
      }
    }
  }

  async #causeFaults(): Promise<void> {
    for (const { printer, job } of await this.#printers()) {
      const name = printer.name as Name
      if (job === null || job.state !== 'printing') continue
      const claim = `${job.id} ${job.attempts} ${job.claimedAt?.toISOString()}`
      if (this.#seenJobs.has(claim)) continue
      const { completion } = (await this.#server(name).job()).progress
      if (completion === null || completion < 10 || completion > 30) continue
      this.#seenJobs.add(claim)
      const fault = faults.get(this.#seenJobs.size)
      if (fault !== undefined) await this.#cause(fault, name, job.id)
    }
  }

  async #cause(fault: Fault, name: Name, jobId: string): Promise<void> {
    const server = this.#server(name)
    this.#say(`-- ${name}: ${fault}`)
    const lookFor = async (seconds: number) => {
      for (let second = 0; second < seconds; second += 1) {
        await sleep(1000)
        await this.#look()
      }
    }
    switch (fault) {
      case 'paused':
        await server.command('/api/job', { command: 'pause', action: 'pause' })
        await lookFor(8)
        await server.command('/api/job', { command: 'pause', action: 'resume' })
        return
      case 'client killed':
        await this.stopClient()
        await lookFor(10)
        this.#startClient()
        return
      case 'disconnected':
        await server.command('/api/connection', { command: 'disconnect' })
        await lookFor(10)
        await server.command('/api/connection', { command: 'connect', port: 'VIRTUAL' })
        return
      case 'stopped at the printer':
        await server.command('/api/job', { command: 'cancel' })
        await lookFor(5)
        return
      case 'taken back at the desk': {
        const { jobs } = (await (
          await fetch(`${this.#stage.server.baseUrl}/api/farm/jobs?view=printing`, {
            headers: { cookie: this.#cookie },
          })
        ).json()) as { jobs: readonly { readonly id: string; readonly version: number }[] }
        const version = jobs.find(({ id }) => id === jobId)?.version
        await this.#asOperator(`/api/farm/jobs/${jobId}/change`, { action: 'requeue', version })
        await lookFor(8)
      }
    }
  }

  async #isPrinted(codes: readonly string[]): Promise<boolean> {
    const statuses = await this.#statuses(codes)
    return [...statuses.values()].every((status) => status === 'PRINTED')
  }

  async #statuses(codes: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const rows = await this.#stage.database.db
      .selectFrom('orders')
      .select(['code', 'status', 'version'])
      .where('code', 'in', [...codes])
      .execute()
    return new Map(rows.map(({ code, status }) => [code, status]))
  }

  async #deliver(codes: readonly string[]): Promise<ReadonlyMap<string, string>> {
    for (const [status, more] of [
      ['SHIPPED', { tracking: { carrier: 'Example Post', number: 'EP 1' } }],
      ['DELIVERED', {}],
    ] as const) {
      for (const code of codes) {
        const { version } = await this.#stage.database.db
          .selectFrom('orders')
          .select('version')
          .where('code', '=', code)
          .executeTakeFirstOrThrow()
        const change = { status, version, ...more }
        await this.#asOperator(`/api/operator/orders/${code}/status`, change)
      }
    }
    return await this.#statuses(codes)
  }

  /** Printed to the end as often as there are orders: nothing twice, nothing lost. */
  async #problems(
    codes: readonly string[],
    statuses: ReadonlyMap<string, string>,
  ): Promise<readonly string[]> {
    const problems = codes
      .filter((code) => statuses.get(code) !== 'DELIVERED')
      .map((code) => `${code} is ${statuses.get(code)}`)
    const prints = (
      await Promise.all([...this.#servers.values()].map((server) => server.prints()))
    ).flat()
    const done = prints.reduce((sum, { success }) => sum + success, 0)
    const broken = prints.reduce((sum, { failure }) => sum + failure, 0)
    this.#say(`${done} prints ended, ${broken} were broken off`)
    if (done !== codes.length) problems.push(`${done} prints ended for ${codes.length} parts`)
    for (const code of codes) {
      const ended = prints.filter(({ name, success }) => success > 0 && name.includes(code))
      if (ended.length > 1 || (ended[0]?.success ?? 0) > 1) {
        problems.push(`${code} was printed more than once: ${JSON.stringify(ended)}`)
      }
    }
    const caused = [...faults.keys()].filter((at) => at <= this.#seenJobs.size).length
    if (caused < faults.size) problems.push(`only ${caused} of ${faults.size} faults happened`)
    return problems
  }
}
