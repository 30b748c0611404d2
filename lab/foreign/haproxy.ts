// HAProxy in front of a server on this machine, as in deployments.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, waitUntil } from '../../testing/service/real-server.ts'

export type Proxy = { readonly port: number; readonly close: () => Promise<void> }

/**
 * Visitors share connections to the server, so that a smuggled request would precede one of another visitor. Bodies
 * are buffered (http-buffer-request) within the time of a request; otherwise slow ones would occupy every connection
 * to the server.
 */
const configOf = (port: number, serverPort: number) => `
global
  maxconn 2000
defaults
  mode http
  timeout connect 5s
  timeout client 30s
  timeout http-request 5s
  timeout server 60s
  http-reuse always
  option http-buffer-request
frontend visitors
  bind 127.0.0.1:${port}
  default_backend service
backend service
  option forwardfor
  server one 127.0.0.1:${serverPort} maxconn 100
`

export async function startProxy(program: string, serverPort: number): Promise<Proxy> {
  const port = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'svc-haproxy-'))
  const config = join(folder, 'haproxy.cfg')
  writeFileSync(config, configOf(port, serverPort))
  const server = Bun.spawn([program, '-db', '-f', config], { stdout: 'ignore', stderr: 'ignore' })
  await waitUntil('haproxy listens', () =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      () => true,
      () => false,
    ),
  )
  return {
    port,
    close: async () => {
      server.kill()
      await server.exited
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
