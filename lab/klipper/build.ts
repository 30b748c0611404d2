// Builds Klipper's host and its firmware for Linux from a checkout that the caller names, because Klipper is in no
// registry. The checkout stays unchanged; everything is built in a copy.
import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const moonraker = '0.11.0'
const tools = join(import.meta.dir, `../../.tools/moonraker-${moonraker}`)
/** Imports of Klipper's host; Moonraker uses the same environment. */
const packages = [
  `moonraker==${moonraker}`,
  'cffi==2.1.1',
  'greenlet==3.5.6',
  'Jinja2==3.1.6',
  'pyserial==3.4',
  'python-can==4.6.1',
]

export type Built = {
  readonly python: string
  readonly moonraker: string
  /** Path of klippy.py. */
  readonly host: string
  readonly firmware: string
  /** A library to preload into the firmware. */
  readonly board: string
}

export const isCheckout = (folder: string): boolean =>
  ['Makefile', 'klippy/klippy.py', 'src/linux/main.c'].every((path) =>
    existsSync(join(folder, path)),
  )

/** Builds in `folder`, which must be empty. Throws with the output of the failing program. */
export function buildKlipper({
  checkout,
  folder,
}: {
  readonly checkout: string
  readonly folder: string
}): Built {
  installMoonraker()
  for (const path of ['Makefile', 'klippy', 'lib/kconfiglib', 'scripts', 'src']) {
    cpSync(join(checkout, path), join(folder, path), { recursive: true })
  }
  console.log('Building the firmware ...')
  const python = join(tools, 'bin/python')
  writeFileSync(join(folder, '.config'), 'CONFIG_MACH_LINUX=y\n')
  for (const target of ['olddefconfig', 'out/klipper.elf']) {
    run(['make', '--silent', '-C', folder, `PYTHON=${python}`, target])
  }
  const board = join(folder, 'board.so')
  const flags = ['-O2', '-shared', '-fPIC', '-o', board]
  run(['gcc', ...flags, join(import.meta.dir, 'board.c'), '-ldl', '-lm'])
  return {
    python,
    moonraker: join(tools, 'bin/moonraker'),
    host: join(folder, 'klippy/klippy.py'),
    firmware: join(folder, 'out/klipper.elf'),
    board,
  }
}

function installMoonraker(): void {
  if (existsSync(join(tools, 'bin/moonraker'))) return
  console.log(`Installing Moonraker ${moonraker} ...`)
  mkdirSync(join(tools, '..'), { recursive: true })
  try {
    run([Bun.which('python3') ?? 'python3', '-m', 'venv', tools])
    run([join(tools, 'bin/pip'), 'install', '--quiet', ...packages])
  } catch (error) {
    rmSync(tools, { recursive: true, force: true })
    throw error
  }
}

function run(command: readonly string[]): void {
  const { exitCode, stdout, stderr } = Bun.spawnSync([...command], {
    stdout: 'pipe',
    stderr: 'pipe',
  })
  if (exitCode === 0) return
  throw new Error(`${command[0]} failed: ${`${stdout}${stderr}`.slice(-2000)}`)
}
