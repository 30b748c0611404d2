// `npm run rig`: three hosts as network namespaces on this machine, continuous orders, and one fault after another.
// Arguments choose faults by a part of their name; `--install` first installs missing programs. When the hosts cannot
// be created, it says so and exits with 0.
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readCommandLine } from '../../../server/local/launcher/command-line.ts'
import { findProgram, succeeds } from '../lib/commands.ts'
import {
  installPrograms,
  missingPrograms,
  patroniPrograms,
  postgresFolder,
} from '../lib/programs.ts'

const needed = [
  { program: 'etcd', aptPackage: 'etcd-server' },
  { program: 'haproxy', aptPackage: 'haproxy' },
  { program: 'nft', aptPackage: 'nftables' },
  { program: 'ip', aptPackage: 'iproute2' },
  { program: 'unshare', aptPackage: 'util-linux' },
]
/** Separate namespaces for the network, mounts and processes: all of it ends with this command. */
const isolation = ['--net', '--mount', '--pid', '--fork', '--mount-proc', '--kill-child']

const {
  values,
  positionals: chosen,
  refuse,
} = readCommandLine('npm run rig -- [PART OF A FAULT ...] [--install]', {
  allowPositionals: true,
  // `inside`: the folder of a run; the command passes it to itself.
  options: { install: { type: 'boolean' }, inside: { type: 'string' } },
})
const home = values.inside
if (chosen.length > 0) {
  const names = (await import('./faults.ts')).faults.map(({ name }) => name)
  const unknown = chosen.filter((part) => !names.some((name) => name.includes(part)))
  if (unknown.length > 0) {
    refuse(`No fault is named like ${unknown.join(', ')}. The faults are:\n  ${names.join('\n  ')}`)
  }
}

if (home !== undefined) {
  const { runRig } = await import('./rig.ts')
  const postgres = postgresFolder()
  const patroni = patroniPrograms()
  if (postgres === null || patroni === null) throw new Error('A program is missing.')
  process.exit(await runRig({ postgresFolder: postgres, patroniFolder: patroni }, home, chosen))
}
if (values.install) await installPrograms(needed, true)
const obstacle = findObstacle()
if (obstacle === null) {
  process.exitCode = await enterAndRun()
} else {
  console.log(`Skipped: ${obstacle}`)
}

function findObstacle(): string | null {
  if (process.platform !== 'linux') return 'network namespaces need Linux.'
  if (process.getuid?.() !== 0) {
    return 'only root can make the hosts and run PostgreSQL as another account.'
  }
  const missing = missingPrograms(needed, true)
  if (missing.length > 0) {
    return `${missing.join(', ')} is missing. "npm run rig -- --install" installs it.`
  }
  if (!succeeds('unshare', ...isolation, 'true')) return 'this machine allows no namespaces.'
  return null
}

async function enterAndRun(): Promise<number> {
  const folder = mkdtempSync(join(homeParent(), 'svc-rig-'))
  // A shell as first process of the namespace: it reaps processes whose parents have died.
  const shell = ['sh', '-c', '"$@"; exit $?', 'sh']
  const own = [process.execPath, import.meta.path, `--inside=${folder}`, ...chosen]
  const child = spawn(findProgram('unshare') ?? 'unshare', [...isolation, ...shell, ...own], {
    stdio: 'inherit',
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => child.kill('SIGKILL'))
  }
  const code = await new Promise<number>((resolve) => {
    child.once('exit', (status) => resolve(status ?? 1))
  })
  if (process.env['RIG_KEEP'] === undefined) {
    rmSync(folder, { recursive: true, force: true })
  } else {
    console.log(`Data and logs are in ${folder}.`)
  }
  return code
}

/** Returns memory when there is plenty, otherwise the disk. */
function homeParent(): string {
  const memory = '/dev/shm'
  if (!existsSync(memory)) return tmpdir()
  const { bavail, bsize } = statfsSync(memory)
  return bavail * bsize >= 4 * 1024 ** 3 ? memory : tmpdir()
}
