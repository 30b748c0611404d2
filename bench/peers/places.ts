// Paths of the peers of the comparisons: those that `npm run bench:peers` installed, or other
// installations. The peers are only measured, never copied or distributed.
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { which } from 'bun'
import type { Need } from '../lib/scenario.ts'

export const peersFolder = join(import.meta.dir, '../../.tools/peers')
const ownPython = join(peersFolder, 'python', 'bin', 'python')
const ownAdmesh = join(peersFolder, 'admesh', 'usr', 'bin', 'admesh')
const install = 'run npm run bench:peers'

/**
 * Returns a Python with pymeshlab, MeshLib, trimesh and libigl: PEERS_PYTHON, otherwise the
 * installed one.
 */
export function peersPython(): string | null {
  return process.env['PEERS_PYTHON'] ?? (existsSync(ownPython) ? ownPython : null)
}

export function admeshProgram(): string | null {
  return which('admesh') ?? (existsSync(ownAdmesh) ? ownAdmesh : null)
}

/**
 * Returns the environment for admesh. The library of our copy is next to the program, in a folder
 * named after the processor.
 */
export function admeshEnvironment(): Record<string, string> {
  if (admeshProgram() !== ownAdmesh) return {}
  const libraries = join(peersFolder, 'admesh', 'usr', 'lib')
  return {
    LD_LIBRARY_PATH: readdirSync(libraries)
      .map((name) => join(libraries, name))
      .join(':'),
  }
}

export const pythonPeers: Need = {
  name: 'pymeshlab, MeshLib, trimesh and libigl',
  missing: () =>
    peersPython() === null
      ? `pymeshlab, MeshLib, trimesh and libigl are missing: ${install}`
      : null,
}

export const admeshPeer: Need = {
  name: 'admesh',
  missing: () => (admeshProgram() === null ? `admesh is missing: ${install}` : null),
}
