// slowhttptest: connections that send or read a few bytes every few seconds. Limited in number and time, on loopback.

export type SlowKind = 'headers' | 'body' | 'read'

export type SlowOptions = {
  readonly kind: SlowKind
  readonly url: string
  readonly connections: number
  readonly seconds: number
}

const ways: Readonly<
  Record<SlowKind, { readonly path: string; readonly args: readonly string[] }>
> = {
  headers: { path: '/', args: ['-H', '-i', '2', '-x', '24'] },
  body: { path: '/api/price', args: ['-B', '-i', '2', '-s', '8192', '-x', '10'] },
  read: { path: '/openapi.json', args: ['-X', '-w', '512', '-y', '1024', '-n', '2', '-z', '32'] },
}

/** Returns the last lines of the program's output, which state how the connections ended. */
export async function runSlowClients(
  program: string,
  { kind, url, connections, seconds }: SlowOptions,
): Promise<string> {
  const { hostname } = new URL(url)
  if (hostname !== '127.0.0.1') throw new Error('Slow clients are for servers on this machine.')
  const { path, args } = ways[kind]
  const bounds = ['-c', String(connections), '-r', '250', '-l', String(seconds), '-p', '5']
  const child = Bun.spawn([program, ...args, ...bounds, '-u', `${url}${path}`], {
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'ignore',
    timeout: (seconds + 30) * 1000,
  })
  const output = await new Response(child.stdout).text()
  await child.exited
  return output.slice(-900)
}
