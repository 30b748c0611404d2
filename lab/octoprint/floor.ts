// The scenario: orders are accepted, sliced, claimed, printed, cleared and shipped, while the printers suffer faults.
// The caller defines the printers and the faults.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPrinters } from '../../server/db/printers/printers.ts'
import { stateOf } from '../../server/domain/farm/printers/printer.ts'
import { signIn } from '../../testing/faults/sign-in.ts'
import { openStage, type Stage } from '../../testing/faults/stage.ts'
import { binaryStl, box } from '../../testing/models/meshes.ts'
import { orderForm } from '../../testing/people/submit.ts'
import { jsonPost, rawPost } from '../../testing/service/requests.ts'

const operator = 'operator@example.com'
const internalKey = 'an internal key of the floor, for tests alone'
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Beds of two sizes: each printer gets its own slices. */
export const volumes = [
  { x: 250, y: 210, z: 220 },
  { x: 180, y: 180, z: 180 },
] as const

export type FloorPrinter = {
  readonly name: string
  /** The printer's entry in the client's `PRINTERS`, without the name. */
  readonly settings: Readonly<Record<string, unknown>>
  /** 0 to 1; null while it prints nothing. */
  readonly progress: () => Promise<number | null>
  /** Number of complete and of incomplete prints of each file. */
  readonly prints: () => Promise<
    readonly { readonly name: string; readonly success: number; readonly failure: number }[]
  >
  readonly close: () => Promise<void>
}

type Floor = {
  /** Reads the desk for that many seconds. */
  readonly watch: (seconds: number) => Promise<void>
  readonly startClient: () => void
  readonly stopClient: () => Promise<void>
  readonly takeJobBack: () => Promise<void>
  readonly clearPlate: () => Promise<void>
}

export type Fault<P extends FloorPrinter> = {
  readonly name: string
  /**
   * In the middle of the n-th print that has begun, or of the next first attempt of a job; with `isAfter`, when the
   * n-th print has ended and is on its plate.
   */
  readonly at: number
  readonly isAfter?: boolean
  /** Breaks the printer, and repairs it. */
  readonly cause: (printer: P, floor: Floor) => Promise<void>
}

export const clientKilled = (at: number): Fault<FloorPrinter> => ({
  name: 'client killed',
  at,
  cause: async (_printer, { stopClient, watch, startClient }) => {
    await stopClient()
    await watch(10)
    startClient()
  },
})

export const takenBackAtTheDesk = (at: number): Fault<FloorPrinter> => ({
  name: 'withdrawn at the desk',
  at,
  cause: async (_printer, { takeJobBack, watch }) => {
    await takeJobBack()
    await watch(8)
  },
})

type Plan<P extends FloorPrinter> = {
  readonly orders: number
  readonly startPrinters: () => Promise<readonly P[]>
  readonly faults: readonly Fault<P>[]
}

/** Exits with 1 when parts were lost or printed twice. */
export async function runFloor<P extends FloorPrinter>(plan: Plan<P>): Promise<never> {
  const problems = await playFloor(plan)
  for (const problem of problems) console.log(`problem: ${problem}`)
  console.log(
    problems.length === 0
      ? 'Every part was printed once, and every order is delivered.'
      : `${problems.length} problems`,
  )
  process.exit(problems.length === 0 ? 0 : 1)
}

async function playFloor<P extends FloorPrinter>({
  orders,
  startPrinters,
  faults,
}: Plan<P>): Promise<readonly string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'floor-'))
  const stage = await openStage({
    // No shared plates: every order has one part, so each part is a separate print.
    env: { OPERATOR_EMAILS: operator, INTERNAL_KEY: internalKey, SHARED_PLATES: 'off' },
  })
  const printers = await startPrinters()
  const story = new Story(stage, { printers, faults, folder })
  try {
    return await story.play(orders)
  } finally {
    await story.stopClient()
    await Promise.all(printers.map((printer) => printer.close()))
    await stage.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

type Places<P extends FloorPrinter> = {
  readonly printers: readonly P[]
  readonly faults: readonly Fault<P>[]
  readonly folder: string
}

class Story<P extends FloorPrinter> {
  readonly #stage: Stage
  readonly #floor: Places<P>
  readonly #began = Date.now()
  readonly #shown = new Map<string, string>()
  readonly #begun = new Set<string>()
  readonly #ended = new Set<string>()
  readonly #caused = new Set<Fault<P>>()
  #cookie = ''
  #client: Bun.Subprocess | null = null

  constructor(stage: Stage, floor: Places<P>) {
    this.#stage = stage
    this.#floor = floor
  }

  async play(orders: number): Promise<readonly string[]> {
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
    return await this.#problems(codes, statuses)
  }

  /** Places and accepts tiles of different sizes, each as a separate order. */
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
    const printers = this.#floor.printers.map(({ name, settings }) => ({ name, ...settings }))
    this.#client = Bun.spawn([process.execPath, 'client/farm/main.ts'], {
      env: {
        PATH: process.env['PATH'] ?? '',
        FARM_URL: this.#stage.server.baseUrl,
        INTERNAL_KEY: internalKey,
        PRINTERS: JSON.stringify(printers),
        STATE_DIR: this.#floor.folder,
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

  #printer(name: string): P {
    const printer = this.#floor.printers.find((each) => each.name === name)
    if (printer === undefined) throw new Error(`no printer ${name}`)
    return printer
  }

  #say(text: string): void {
    const seconds = Math.round((Date.now() - this.#began) / 1000)
    console.log(`${String(seconds).padStart(4)} s  ${text}`)
  }

  /** Logs each change of a printer's state at the desk. */
  async #look(): Promise<void> {
    for (const { printer, job } of await this.#printers()) {
      const { state } = stateOf(printer, new Date())
      const detail = printer.detail === null ? '' : ` (${printer.detail})`
      const shown = `${printer.name}: ${state}${job === null ? '' : `, ${job.orderCode}`}${detail}`
      if (this.#shown.get(printer.name) !== shown) {
        this.#shown.set(printer.name, shown)
        this.#say(shown)
      }
    }
  }

  async #printers() {
    return await createPrinters(this.#stage.database.db).list('UTC')
  }

  /**
   * Removes the parts as an operator does, and counts an unfinished print as scrap by failing the job at the printer.
   */
  async #clearPlates(): Promise<void> {
    for (const { printer, job } of await this.#printers()) {
      if (stateOf(printer, new Date()).state !== 'finished') continue
      if (job !== null) this.#ended.add(claimOf(job))
      const fault = this.#nextFault(this.#ended.size, true)
      if (fault !== undefined) {
        await this.#cause(fault, printer.name, null)
      } else {
        await sleep(1000)
        await this.#clearPlate(printer.name)
      }
    }
  }

  async #clearPlate(name: string): Promise<void> {
    const path = `/api/farm/printers/${name}/clear`
    const response = await fetch(
      `${this.#stage.server.baseUrl}${path}`,
      jsonPost({}, { 'x-internal-key': internalKey }),
    )
    if (!response.ok && response.status !== 409) {
      throw new Error(`${path}: ${response.status} ${await response.text()}`)
    }
  }

  async #causeFaults(): Promise<void> {
    for (const { printer, job } of await this.#printers()) {
      if (job === null || job.state !== 'printing' || this.#begun.has(claimOf(job))) continue
      const progress = await this.#printer(printer.name).progress()
      if (progress === null || progress < 0.1 || progress > 0.3) continue
      this.#begun.add(claimOf(job))
      // A job that used up an attempt gets no other fault: three faults would stop it permanently.
      if (job.attempts > 1) continue
      const fault = this.#nextFault(this.#begun.size, false)
      if (fault !== undefined) await this.#cause(fault, printer.name, job.id)
    }
  }

  #nextFault(count: number, isAfter: boolean): Fault<P> | undefined {
    return this.#floor.faults.find(
      (fault) =>
        fault.at <= count && (fault.isAfter ?? false) === isAfter && !this.#caused.has(fault),
    )
  }

  async #cause(fault: Fault<P>, name: string, jobId: string | null): Promise<void> {
    this.#caused.add(fault)
    this.#say(`-- ${name}: ${fault.name}`)
    await fault.cause(this.#printer(name), {
      watch: async (seconds) => {
        for (let second = 0; second < seconds; second += 1) {
          await sleep(1000)
          await this.#look()
        }
      },
      startClient: () => this.#startClient(),
      stopClient: () => this.stopClient(),
      takeJobBack: () => this.#takeBack(jobId),
      clearPlate: () => this.#clearPlate(name),
    })
  }

  async #takeBack(jobId: string | null): Promise<void> {
    const { jobs } = (await (
      await fetch(`${this.#stage.server.baseUrl}/api/farm/jobs?view=printing`, {
        headers: { cookie: this.#cookie },
      })
    ).json()) as { jobs: readonly { readonly id: string; readonly version: number }[] }
    const version = jobs.find(({ id }) => id === jobId)?.version
    await this.#asOperator(`/api/farm/jobs/${jobId}/change`, { action: 'requeue', version })
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

  /** Checks that as many prints finished as there are orders: none twice, none lost. */
  async #problems(
    codes: readonly string[],
    statuses: ReadonlyMap<string, string>,
  ): Promise<readonly string[]> {
    const problems = codes
      .filter((code) => statuses.get(code) !== 'DELIVERED')
      .map((code) => `${code} is ${statuses.get(code)}`)
    const prints = (
      await Promise.all(this.#floor.printers.map((printer) => printer.prints()))
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
    const { faults } = this.#floor
    if (this.#caused.size < faults.length) {
      problems.push(`only ${this.#caused.size} of ${faults.length} faults happened`)
    }
    return problems
  }
}

/** Identifies the claim: a job that is claimed again is another print. */
const claimOf = (job: {
  readonly id: string
  readonly attempts: number
  readonly claimedAt: Date | null
}) => `${job.id} ${job.attempts} ${job.claimedAt?.toISOString()}`
