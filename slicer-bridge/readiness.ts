// Finds the slicer, and reports whether jobs can be started.
import { accessSync, constants } from 'node:fs'
import { isAbsolute, resolve } from 'node:path'
import type { CageMode, FoundCage } from './cage/cage.ts'
import type { Unavailable } from './outcome/outcome.ts'

export type Ready = { readonly kind: 'ready'; readonly slicerPath: string }

/**
 * Resolves SLICER_PATH, a path or a program on PATH. When it is not set, searches PrusaSlicer on PATH. Returns `null` when it is not
 * found.
 */
export function findSlicer(configured: string | null): string | null {
  if (configured === null) return Bun.which('prusa-slicer')
  return Bun.which(configured) ?? resolve(configured)
}

export function readinessOf(
  slicerPath: string | null,
  mode: CageMode,
  cage: FoundCage,
): Ready | Unavailable {
  if (slicerPath === null) return notInstalled('no slicer is configured')
  // Each job runs in its own folder, where a relative path would resolve differently.
  if (!isAbsolute(slicerPath)) return notInstalled(`not an absolute path: ${slicerPath}`)
  try {
    accessSync(slicerPath, constants.X_OK)
  } catch (error) {
    return notInstalled(error instanceof Error ? error.message : String(error))
  }
  if (mode === 'required' && cage.kind === 'missing') {
    return { kind: 'unavailable', reason: 'no_cage', detail: cage.detail }
  }
  return { kind: 'ready', slicerPath }
}

function notInstalled(detail: string): Unavailable {
  return { kind: 'unavailable', reason: 'not_installed', detail }
}
