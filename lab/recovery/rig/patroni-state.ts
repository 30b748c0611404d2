// State of the cluster by Patroni, and changes of its configuration, through its REST API.
import * as v from 'valibot'
import { waitUntil } from '../../../testing/service/real-server.ts'
import { addresses, type HostName, hostNames } from './network.ts'

const memberSchema = v.object({ name: v.picklist(hostNames), role: v.string(), state: v.string() })
const clusterSchema = v.object({ members: v.array(memberSchema) })
type Member = v.InferOutput<typeof memberSchema>

const callLimitMs = 2_000
const apiOf = (host: HostName) => `http://${addresses[host]}:8008`

/** Returns the host whose Patroni reports that it is the primary now; null: none. */
export async function readPrimary(): Promise<HostName | null> {
  const found = await Promise.all(
    hostNames.map(async (host) => ((await isPrimary(host)) ? host : null)),
  )
  return found.find((host) => host !== null) ?? null
}

async function isPrimary(host: HostName): Promise<boolean> {
  const response = await call(`${apiOf(host)}/primary`)
  return response?.ok ?? false
}

/** Waits for the primary and two standbys that follow it, which count for commits if `role` is `quorum_standby`. */
export async function waitForStandbys(role: 'quorum_standby' | 'replica'): Promise<HostName> {
  let primary: HostName | null = null
  await waitUntil(
    'the cluster has a primary and two standbys',
    async () => {
      primary = await readPrimary()
      if (primary === null) return false
      const members = await readMembers(primary)
      const standbys = members.filter((one) => one.role === role && one.state === 'streaming')
      return standbys.length === hostNames.length - 1
    },
    240_000,
  )
  if (primary === null) throw new Error('There is no primary.')
  return primary
}

async function readMembers(host: HostName): Promise<readonly Member[]> {
  const response = await call(`${apiOf(host)}/cluster`)
  if (!response?.ok) return []
  const parsed = v.safeParse(clusterSchema, await response.json().catch(() => null))
  return parsed.success ? parsed.output.members : []
}

/** Changes the configuration that all hosts share. */
export async function configure(change: Readonly<Record<string, unknown>>): Promise<void> {
  const primary = await readPrimary()
  if (primary === null) throw new Error('There is no primary.')
  const response = await call(`${apiOf(primary)}/config`, {
    method: 'PATCH',
    body: JSON.stringify(change),
  })
  if (!response?.ok) {
    throw new Error(`Patroni refused the change: ${response?.status ?? 'no response'}`)
  }
}

async function call(url: string, request: RequestInit = {}): Promise<Response | null> {
  try {
    return await fetch(url, { ...request, signal: AbortSignal.timeout(callLimitMs) })
  } catch {
    return null // Down, or cut off.
  }
}
