// Certificates of Bambu Lab printers. No authority of the system has signed them, so the first one is trusted and any other is refused.
import { createHash } from 'node:crypto'
import { connect, type TLSSocket } from 'node:tls'
import { isRecord } from '../is-record.ts'
import type { Memo } from '../printer.ts'

type Service = 'mqtt' | 'ftps'

export const wrongCodeText = 'The printer refuses the access code.'

/** SHA-256 fingerprints in lower-case hex; null = the first certificate of each service is trusted; `insecure` = every one is. */
export type Pins = readonly string[] | 'insecure' | null

export type Trust = {
  /** Throws if the other end of the connection is not the printer. No secret is sent before this check. */
  readonly check: (service: Service, socket: TLSSocket) => void
}

export function createTrust(pins: Pins, memo: Memo): Trust {
  const remembered = (): Readonly<Record<string, unknown>> => {
    const stored: unknown = JSON.parse(memo.read() ?? '{}')
    return isRecord(stored) ? stored : {}
  }
  return {
    check: (service, socket) => {
      if (pins === 'insecure') return
      const shown = fingerprintOf(socket)
      const known = remembered()
      const wanted = pins ?? [known[service] ?? shown]
      if (!wanted.includes(shown)) {
        throw new Error(
          `The printer's certificate has changed (${shown}): nothing is sent to it. See "Certificates" in the README.`,
        )
      }
      if (pins === null && known[service] === undefined) {
        memo.write(JSON.stringify({ ...known, [service]: shown }))
      }
    },
  }
}

function fingerprintOf(socket: TLSSocket): string {
  const { raw } = socket.getPeerCertificate()
  if (raw === undefined) throw new Error('The printer shows no certificate.')
  return createHash('sha256').update(raw).digest('hex')
}

/** Parses `AA:BB:...` or `aabb...`. Returns null if the text is not a SHA-256 fingerprint. */
export function fingerprint(text: string): string | null {
  const hex = text.replaceAll(':', '').toLowerCase()
  return /^[0-9a-f]{64}$/.test(hex) ? hex : null
}

/** Certificate authorities are not checked, because `Trust` decides. */
export const tlsOptions = { rejectUnauthorized: false } as const

/** Returns a connection after its handshake. Its certificate is not checked yet. */
export function openTls(host: string, port: number, timeoutMs: number): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, ...tlsOptions })
    const fail = (error: Error) => {
      clearTimeout(timer)
      reject(error)
    }
    const timer = setTimeout(() => {
      reject(new Error('The printer does not respond.'))
      socket.destroy()
    }, timeoutMs)
    socket.once('error', fail)
    socket.once('close', () => fail(new Error('The printer closed the connection immediately.')))
    socket.once('secureConnect', () => {
      clearTimeout(timer)
      resolve(socket)
    })
  })
}
