// The public address: TLS and its certificate, and the service behind it.
import { connect, type TLSSocket } from 'node:tls'
import { dayMs } from '../../domain/base/time/day.ts'
import { type Diagnosis, type Examined, fail, leftOut, messageOf, pass, warn } from './finding.ts'

const connectionTimeoutMs = 10_000
/** Caddy and certbot renew 30 days before the expiry. */
const renewedDays = 14

export async function checkAddress({ config, now }: Examined): Promise<readonly Diagnosis[]> {
  const { baseUrl } = config
  if (baseUrl === null) return [leftOut('address', 'BASE_URL is not set')]
  const url = new URL(baseUrl)
  const tls = url.protocol === 'https:' ? [await checkCertificate(url, now())] : []
  return [...tls, await checkService(baseUrl)]
}

async function checkCertificate(url: URL, now: Date): Promise<Diagnosis> {
  try {
    return judgeCertificate(url.hostname, await certificateEnd(url), now)
  } catch (error) {
    const message = `${url.host} has no valid certificate: ${messageOf(error)}`
    return fail('tls', message, renewalOf(url.hostname))
  }
}

export function judgeCertificate(host: string, until: Date, now: Date): Diagnosis {
  const days = Math.floor((until.getTime() - now.getTime()) / dayMs)
  const date = until.toISOString().slice(0, 10)
  return days < renewedDays
    ? fail(
        'tls',
        `The certificate of ${host} ends on ${date} and was not renewed.`,
        renewalOf(host),
      )
    : pass('tls', `the certificate of ${host} is valid until ${date}`)
}

const renewalOf = (host: string) =>
  `Point the DNS of ${host} at this machine, open ports 80 and 443, then: systemctl restart caddy`

/** Returns the end of the certificate. Rejects when it is not valid for the name, or not issued by a known authority. */
function certificateEnd({ hostname, port }: URL): Promise<Date> {
  return new Promise((resolve, reject) => {
    const host = hostname.replace(/^\[|\]$/g, '')
    const socket: TLSSocket = connect(
      { host, port: Number(port || 443), servername: host, timeout: connectionTimeoutMs },
      () => {
        const { valid_to: end } = socket.getPeerCertificate()
        const problem = socket.authorizationError
        socket.end()
        if (socket.authorized) {
          resolve(new Date(end))
        } else {
          reject(problem instanceof Error ? problem : new Error(String(problem)))
        }
      },
    )
    socket.on('error', reject)
    socket.on('timeout', () => {
      socket.destroy()
      reject(new Error(`no response within ${connectionTimeoutMs / 1000} s`))
    })
  })
}

async function checkService(baseUrl: string): Promise<Diagnosis> {
  const start = 'systemctl status svc caddy; journalctl -u svc -n 50'
  try {
    const response = await fetch(`${baseUrl}/readyz`, {
      redirect: 'manual',
      signal: AbortSignal.timeout(connectionTimeoutMs),
    })
    const body: unknown = await response.json().catch(() => null)
    const checks = checksOf(body)
    if (checks === null) {
      return fail(
        'service',
        `${baseUrl} leads to something else (${response.status}).`,
        `Correct BASE_URL, or the proxy: ${start}`,
      )
    }
    const failing = Object.entries(checks).filter(([, state]) => !healthy.has(state))
    if (failing.length > 0) {
      const names = failing.map(([name, state]) => `${name} is ${state}`).join(', ')
      return (response.ok ? warn : fail)('service', `/readyz: ${names}.`, start)
    }
    return pass('service', `ready at ${baseUrl}`)
  } catch (error) {
    return fail('service', `${baseUrl} cannot be reached: ${messageOf(error)}`, start)
  }
}

const healthy = new Set(['ok', 'remote'])

function checksOf(body: unknown): Readonly<Record<string, string>> | null {
  if (typeof body !== 'object' || body === null || !('checks' in body)) return null
  const { checks } = body
  if (typeof checks !== 'object' || checks === null) return null
  return Object.fromEntries(Object.entries(checks).map(([name, state]) => [name, String(state)]))
}
