// The slicer profile of quotes, and the cache key of its slices.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { sliceArguments, sliceVariants } from './command.ts'
import type { SliceSettings } from './settings.ts'

const profileName = 'farm-quote'
export const profileText = readFileSync(
  new URL(`./profiles/${profileName}.ini`, import.meta.url),
  'utf8',
)
/** Changes with every byte of the profile. */
export const profileVersion = `${profileName}-${sha256(profileText).slice(0, 12)}`

/**
 * Hash of everything that determines a slice besides the geometry: the profile and the arguments of every variant.
 * Changing either changes the key, so an old stored slice is never reused.
 */
export function profileHash(settings: SliceSettings): string {
  const calls = sliceVariants.map((variant) => sliceArguments(settings, variant))
  return sha256(JSON.stringify([profileText, calls]))
}

/** The cache key of a slice. `geometryHash` identifies the STL as it is sliced: repaired and placed. */
export function sliceKey(geometryHash: string, settings: SliceSettings): string {
  return sha256(JSON.stringify([geometryHash, profileHash(settings)]))
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
