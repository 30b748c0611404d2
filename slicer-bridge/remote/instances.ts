// The slicing processes behind one address. If a name has several addresses, such as a headless service, slices are distributed here, so
// that a second attempt reaches another process.
import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'

/** Returns all addresses of a name. */
export type Lookup = (host: string) => Promise<readonly string[]>

export type Instance = {
  /** Without a trailing slash. */
  readonly origin: string
  /** Must be called when the slice has ended. */
  readonly release: () => void
}

const systemLookup: Lookup = async (host) =>
  (await lookup(host, { all: true })).map(({ address }) => address)

export class Instances {
  readonly #url: URL
  readonly #lookup: Lookup
  /** Number of slices of this process, by origin. */
  readonly #running = new Map<string, number>()

  constructor(url: string, find: Lookup = systemLookup) {
    this.#url = new URL(url)
    this.#lookup = find
  }

  /**
   * Returns the process with the fewest slices of this process, and avoids `tried` if there is another. Rejects when the name has no
   * address.
   */
  async pick(tried: string | null): Promise<Instance> {
    const all = await this.origins()
    const others = all.filter((origin) => origin !== tried)
    const candidates = others.length > 0 ? others : all
    const counts = candidates.map((origin) => this.#running.get(origin) ?? 0)
    const fewest = Math.min(...counts)
    const idle = candidates.filter((_, index) => counts[index] === fewest)
    const chosenOrigin = idle[Math.floor(Math.random() * idle.length)]
    if (chosenOrigin === undefined) throw new Error(`${this.#url.hostname} has no address`)
    this.#running.set(chosenOrigin, (this.#running.get(chosenOrigin) ?? 0) + 1)
    return { origin: chosenOrigin, release: () => this.#release(chosenOrigin) }
  }

  async origins(): Promise<readonly string[]> {
    const { protocol, hostname, port, origin } = this.#url
    const isLiteral = isIP(hostname.replace(/^\[|\]$/g, '')) !== 0
    // A certificate is issued for the name.
    if (isLiteral || protocol === 'https:') return [origin]
    const addresses = await this.#lookup(hostname)
    const suffix = port === '' ? '' : `:${port}`
    return addresses.map((address) =>
      isIP(address) === 6 ? `http://[${address}]${suffix}` : `http://${address}${suffix}`,
    )
  }

  #release(origin: string): void {
    const left = (this.#running.get(origin) ?? 1) - 1
    if (left > 0) {
      this.#running.set(origin, left)
    } else {
      this.#running.delete(origin)
    }
  }
}
