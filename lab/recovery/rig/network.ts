// Three hosts as network namespaces on one bridge. The bridge is in the namespace of this process, which represents
// the outside: clients, the card processor. Cuts drop packets at the receiver, so that the sender notices nothing.
import { findProgram, run } from '../lib/commands.ts'

export const hostNames = ['h1', 'h2', 'h3'] as const
export type HostName = (typeof hostNames)[number]
type NetworkNode = HostName | 'outside'

export const addresses: Readonly<Record<NetworkNode, string>> = {
  h1: '10.77.0.1',
  h2: '10.77.0.2',
  h3: '10.77.0.3',
  outside: '10.77.0.10',
}

const ip = (...args: readonly string[]) => run([findProgram('ip') ?? 'ip', ...args])
const nftIn = (place: NetworkNode, ...args: readonly string[]) =>
  run([...enter(place), findProgram('nft') ?? 'nft', ...args])

/** Returns the beginning of a command that runs on that host. */
export const enter = (place: NetworkNode): readonly string[] =>
  place === 'outside' ? [] : [findProgram('ip') ?? 'ip', 'netns', 'exec', place]

/** Opens the network. This process must be in separate network and mount namespaces. */
export async function openNetwork(): Promise<void> {
  await run(['mount', '-t', 'tmpfs', 'tmpfs', '/run'])
  await ip('link', 'set', 'lo', 'up')
  await ip('link', 'add', 'bridge', 'type', 'bridge')
  await ip('address', 'add', `${addresses.outside}/24`, 'dev', 'bridge')
  await ip('link', 'set', 'bridge', 'up')
  for (const host of hostNames) {
    await ip('netns', 'add', host)
    await ip('link', 'add', `to-${host}`, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', host)
    await ip('link', 'set', `to-${host}`, 'master', 'bridge', 'up')
    await ip('-n', host, 'link', 'set', 'lo', 'up')
    await ip('-n', host, 'address', 'add', `${addresses[host]}/24`, 'dev', 'eth0')
    await ip('-n', host, 'link', 'set', 'eth0', 'up')
  }
  for (const place of [...hostNames, 'outside'] as const) {
    await nftIn(place, 'add', 'table', 'ip', 'cuts')
    const hook = '{ type filter hook input priority 0 ; }'
    await nftIn(place, 'add', 'chain', 'ip', 'cuts', 'input', hook)
  }
}

/** Blocks everything that `from` sends to `to` from now on. */
export const block = async (from: NetworkNode, to: NetworkNode): Promise<void> =>
  void (await nftIn(
    to,
    'add',
    'rule',
    'ip',
    'cuts',
    'input',
    'ip',
    'saddr',
    addresses[from],
    'drop',
  ))

/** Cuts both directions. */
export async function cut(a: NetworkNode, b: NetworkNode): Promise<void> {
  await block(a, b)
  await block(b, a)
}

/** Ends every cut. */
export async function reconnect(): Promise<void> {
  for (const place of [...hostNames, 'outside'] as const) {
    await nftIn(place, 'flush', 'chain', 'ip', 'cuts', 'input')
  }
}

/** Returns every process of the host. */
export async function processesOf(host: HostName): Promise<readonly number[]> {
  const lines = await ip('netns', 'pids', host)
  return lines.trim().split('\n').filter(Boolean).map(Number)
}
