// A trap between this process and its sockets: records every connection attempt, and allows none to leave the
// machine. A connection that is not diverted to a local server is refused.
import { lookup as systemLookup } from 'node:dns'
import { isIP, type LookupFunction, Socket } from 'node:net'

export type SocketTrap = {
  /** `address:port` of every attempt, in order, after the socket's lookup of a name. */
  readonly attempts: readonly string[]
  readonly clear: () => void
  readonly remove: () => void
}

type Options = {
  host?: string
  port?: number | string
  lookup?: LookupFunction
  path?: string | null
}

/** Installs the trap. `divert`: the local port that replaces an address; undefined: the connection is refused. */
export function trapSockets(
  divert: (address: string, port: number) => number | undefined,
): SocketTrap {
  const attempts: string[] = []
  const plain = Socket.prototype.connect
  function trapped(this: Socket, ...given: unknown[]): Socket {
    const { options, rest } = normalized(given)
    const port = Number(options.port)
    addressesOf(options).then(
      (addresses) => {
        for (const address of addresses) attempts.push(`${address}:${port}`)
        const local = addresses
          .map((address) => divert(address, port))
          .find((to) => to !== undefined)
        if (local === undefined) {
          this.destroy(new Error('ECONNREFUSED by the trap'))
        } else {
          const { lookup: _, ...kept } = options
          Reflect.apply(plain, this, [{ ...kept, host: '127.0.0.1', port: local }, ...rest])
        }
      },
      (error) => this.destroy(error),
    )
    return this
  }
  Socket.prototype.connect = trapped
  return {
    attempts,
    clear: () => attempts.splice(0),
    remove: () => {
      Socket.prototype.connect = plain
    },
  }
}

/**
 * Normalizes connect(options), connect(port, host), and both with a listener; Node's internal callers pass one array.
 */
function normalized(given: readonly unknown[]): { options: Options; rest: readonly unknown[] } {
  const [first, ...others] = Array.isArray(given[0]) ? given[0] : given
  const rest = others.filter((value) => typeof value === 'function')
  if (typeof first === 'object' && first !== null) return { options: first, rest }
  const host = others.find((value) => typeof value === 'string')
  return { options: { port: Number(first), ...(host === undefined ? {} : { host }) }, rest }
}

function addressesOf({ host = 'localhost', lookup }: Options): Promise<readonly string[]> {
  if (isIP(host) !== 0) return Promise.resolve([host])
  return new Promise((resolve, reject) => {
    const look: LookupFunction = lookup ?? systemLookup
    look(host, { all: true }, (error, found) => {
      if (error) {
        reject(error)
      } else {
        resolve(Array.isArray(found) ? found.map(({ address }) => address) : [found])
      }
    })
  })
}
