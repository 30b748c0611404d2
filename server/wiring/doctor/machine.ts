// Checks this machine: the slicer, its cage, and the free space on its disks.
import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { findCage } from '../../../slicer-bridge/cage/cage.ts'
import { findSlicer, readinessOf } from '../../../slicer-bridge/readiness.ts'
import { freeBytesOf } from '../../adapters/storage/disk-room.ts'
import type { Config } from '../../config/config.ts'
import { type Diagnosis, type Examined, fail, leftOut, messageOf, pass, warn } from './finding.ts'

const gigabyte = 1024 ** 3
const neededBytes = 2 * gigabyte
/** From docs/operations.md, Disk. */
const advisedBytes = 10 * gigabyte
/** Arguments and messages are those of this version (slicer-bridge/README.md). */
const oldestSlicer = { major: 2, minor: 5 } as const
/** On a busy machine, a slicer takes seconds to print its name. */
const slicerTimeoutMs = 20_000

export async function checkSlicer({ config }: Examined): Promise<readonly Diagnosis[]> {
  const { slicerUrl } = config
  return slicerUrl === null ? localSlicer(config) : [await remoteSlicer(slicerUrl)]
}

function localSlicer({ slicerPath, slicerCage }: Config): readonly Diagnosis[] {
  const path = findSlicer(slicerPath)
  if (path === null) {
    return [
      fail(
        'slicer',
        'There is no slicer: quotes are estimates.',
        'apt-get install prusa-slicer, or set SLICER_PATH.',
      ),
    ]
  }
  // Checks without the cage first, so that a missing program is not reported as a missing cage.
  const program = readinessOf(path, 'off', { kind: 'off' })
  if (program.kind === 'unavailable') {
    return [
      fail(
        'slicer',
        `${path} cannot run: ${program.detail}`,
        'Correct SLICER_PATH, or apt-get install prusa-slicer.',
      ),
    ]
  }
  return [versionOf(path), judgeCage(slicerCage, findCage(slicerCage))]
}

function versionOf(path: string): Diagnosis {
  const { stdout, exitCode } = Bun.spawnSync([path, '--help'], {
    timeout: slicerTimeoutMs,
    stderr: 'ignore',
  })
  // The program's log may precede the line.
  const line = stdout
    .toString()
    .split('\n')
    .find((each) => each.startsWith('PrusaSlicer'))
  if (exitCode !== 0 || line === undefined) {
    return fail(
      'slicer',
      `${path} is not PrusaSlicer.`,
      'Set SLICER_PATH to PrusaSlicer, or remove it and apt-get install prusa-slicer.',
    )
  }
  return judgeVersion(line.split(' based on')[0] ?? line)
}

/** `name` is as the program prints it, such as PrusaSlicer-2.5.0+x64. */
export function judgeVersion(name: string): Diagnosis {
  const [, major = '0', minor = '0'] = /^PrusaSlicer-(\d+)\.(\d+)/.exec(name) ?? []
  const isOld = Number(major) * 100 + Number(minor) < oldestSlicer.major * 100 + oldestSlicer.minor
  return isOld
    ? fail(
        'slicer',
        `${name} is older than ${oldestSlicer.major}.${oldestSlicer.minor}: it does not know the arguments of this service.`,
        'Set SLICER_PATH to a newer PrusaSlicer, or remove it and apt-get install prusa-slicer.',
      )
    : pass('slicer', name)
}

export function judgeCage(
  mode: Config['slicerCage'],
  cage: ReturnType<typeof findCage>,
): Diagnosis {
  if (cage.kind === 'ready') return pass('cage', `Landlock ${cage.cage.landlock}`)
  const why = cage.kind === 'missing' ? cage.detail : 'SLICER_CAGE=off'
  const fix =
    'A kernel of 5.13 or newer with landlock in /sys/kernel/security/lsm, and apt-get install perl.'
  if (mode === 'required') {
    return fail(
      'cage',
      `Nothing is sliced: ${why}`,
      `${fix} SLICER_CAGE=optional slices without it.`,
    )
  }
  return warn(
    'cage',
    `The slicer opens files of strangers without the cage: ${why}`,
    `${fix} Then SLICER_CAGE=required.`,
  )
}

async function remoteSlicer(slicerUrl: string): Promise<Diagnosis> {
  const fix = 'Start it (systemctl start svc-slicing), or correct SLICER_URL.'
  try {
    const response = await fetch(`${slicerUrl}/readyz`, {
      signal: AbortSignal.timeout(slicerTimeoutMs),
    })
    return response.ok
      ? pass('slicer', `ready at ${slicerUrl}`)
      : fail('slicer', `${slicerUrl}/readyz responds with ${response.status}.`, fix)
  } catch (error) {
    return fail('slicer', `${slicerUrl} cannot be reached: ${messageOf(error)}`, fix)
  }
}

export const checkDisks = ({ config }: Examined): readonly Diagnosis[] => {
  const { stateDir, storageDir, backupDir } = config
  const folders = [stateDir, storageDir, backupDir].filter((folder) => folder !== null)
  return [...new Set(folders.map(findExisting))].map((folder) =>
    judgeDisk(folder, freeBytesOf(folder)),
  )
}

export function judgeDisk(folder: string, freeBytes: number): Diagnosis {
  if (!Number.isFinite(freeBytes)) return leftOut('disk', `${folder}: the system does not say`)
  const message = `${(freeBytes / gigabyte).toFixed(1)} GB are free for ${folder}`
  const fix = `Free or add space (df -h ${folder}), or move the folder to another disk by STATE_DIR, STORAGE_DIR or BACKUP_DIR.`
  if (freeBytes < neededBytes) return fail('disk', `Only ${message}.`, fix)
  return freeBytes < advisedBytes ? warn('disk', `Only ${message}.`, fix) : pass('disk', message)
}

/** Returns the folder, or its nearest existing parent. */
function findExisting(folder: string): string {
  return existsSync(folder) || dirname(folder) === folder ? folder : findExisting(dirname(folder))
}
