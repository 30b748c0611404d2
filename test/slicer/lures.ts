// Attempts of a hostile slicer (hostile-slicer.pl), and their targets.
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findGuards } from '../../slicer-bridge/run/limits.ts'
import type { Stage } from '../../testing/slicer/stage.ts'

export type Lures = ReturnType<typeof makeLures>

/** Creates resources of the service that a slicer must not reach, and counts what reached them. */
export function makeLures(stage: Stage) {
  const folder = mkdtempSync(join(stage.root, 'lures-'))
  const file = (name: string) => {
    const path = join(folder, name)
    writeFileSync(path, 'secret')
    return path
  }
  const reached = { tcp: 0, udp: 0, unix: 0 }
  const count = (name: keyof typeof reached) => ({ open: () => void reached[name]++, data() {} })
  const tcp = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: count('tcp') })
  const unix = Bun.listen({ unix: join(folder, 'socket'), socket: count('unix') })
  const victim = Bun.spawn(['sleep', '60'])
  const otherJob = join(stage.workDir, 'slices-other/job-other')
  mkdirSync(otherJob, { recursive: true })
  writeFileSync(join(otherJob, 'model.stl'), 'secret')
  const program = join(folder, 'program')
  writeFileSync(program, '#!/bin/sh\necho "10 => run done"\n', { mode: 0o755 })
  return {
    folder,
    secret: file('secret'),
    doomed: file('doomed'),
    program,
    otherJob,
    socket: join(folder, 'socket'),
    tcpPort: tcp.port,
    listenUdp: () =>
      Bun.udpSocket({ hostname: '127.0.0.1', socket: { data: () => void reached.udp++ } }),
    victim,
    report: join(folder, 'daemon-was-here'),
    reached,
    end: () => {
      tcp.stop(true)
      unix.stop(true)
      victim.kill()
    },
  }
}

/** Permissions that a slicer needs, and has in the sandbox. */
export const harmless = [
  'read model.stl',
  'write out.gcode',
  'list .',
  'itself',
  'thread_room 1000',
  'read /usr/bin/env',
  ...(findGuards().setpriv === null ? [] : ['dies_with_service']),
]

/** Returns attempts that succeed for a program of the same user outside the sandbox. */
export function attemptsOn(lures: Lures, udpPort: number): string[] {
  const { secret, doomed, folder, otherJob, tcpPort, socket, victim } = lures
  return [
    'environ',
    'parent_files',
    `read ${import.meta.path}`,
    `list ${join(import.meta.dir, '../..')}`,
    `read ${secret}`,
    'read /etc/passwd',
    'list /tmp',
    'list ..',
    `read ${otherJob}/model.stl`,
    `write ${otherJob}/model.stl`,
    `write ${folder}/new`,
    `append ${secret}`,
    `truncate ${secret}`,
    `chmod ${secret}`,
    `touch ${secret}`,
    `remove ${doomed}`,
    `link ${secret}`,
    `symlink ${secret}`,
    'pipe_file',
    `tcp ${tcpPort}`,
    'listen',
    `udp ${udpPort}`,
    `unix ${socket}`,
    'netlink',
    'signal',
    'signal_by_pipe id',
    'signal_by_pipe structure',
    'signal_by_socket',
    'queue_writes',
    'read_limits',
    `lower_priority ${victim.pid}`,
    'open_process',
    `kill ${victim.pid}`,
    'clone',
    'forks 500',
    `daemon ${lures.report}`,
    'shared_memory 300000000',
    'memory_file',
    'outlive_service',
    'hide_writes',
    `run ${lures.program}`,
  ]
}
