// The profile of quotes, and the hash under which its slices are kept.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { sliceArguments, VARIANTS } from './command.ts'
import type { SliceSettings } from './settings.ts'

const NAME = 'farm-quote'
export const PROFILE_TEXT = readFileSync(new URL(`./profiles/${NAME}.ini`, import.meta.url), 'utf8')
/** Changes with every byte of the profile. */
export const PROFILE_VERSION = `${NAME}-${sha256(PROFILE_TEXT).slice(0, 12)}`

/**
 * Hash of all that decides a slice beside the geometry: the profile and the arguments of every rung.
 * A change of either gives other keys, so that no stored slice is mistaken for one of today.
 */
export function profileHash(settings: SliceSettings): string {
  const calls = VARIANTS.map((variant) => sliceArguments(settings, variant))
  return sha256(JSON.stringify([PROFILE_TEXT, calls]))
}

/** The cache key of a slice. `geometryHash` is of the STL as it is sliced: repaired and placed. */
export function sliceKey(geometryHash: string, settings: SliceSettings): string {
  return sha256(JSON.stringify([geometryHash, profileHash(settings)]))
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
