// The slicer's profiles, of quotes and of plates that are printed, and the cache key of slices.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { sliceArguments, sliceVariants } from './command.ts'
import type { SliceSettings } from './settings.ts'

const profileName = 'farm-quote'
export const profileText = readProfile(profileName)
/** Loaded on top of it for plates that are printed. */
export const printingText = readProfile('farm-print')
/** Changes with every byte of the profile. */
export const profileVersion = `${profileName}-${sha256(profileText).slice(0, 12)}`

/**
 * Hash of everything that determines a slice besides the geometry: the profile and the arguments of every variant.
 * Changing either changes the key, so an old stored slice is never reused.
 */
export function profileHash(settings: SliceSettings): string {
  const calls = sliceVariants.map((variant) => sliceArguments(settings, variant))
  const profiles = settings.printing === undefined ? [profileText] : [profileText, printingText]
  return sha256(JSON.stringify([...profiles, calls]))
}

/**
 * The cache key of a slice. `geometryHash` identifies the STL that is sliced: repaired and placed; `slicer` the program, so
 * that neither a slice nor a refusal outlives the slicer that made it.
 */
export function sliceKey(geometryHash: string, settings: SliceSettings, slicer: string): string {
  return sha256(JSON.stringify([geometryHash, profileHash(settings), slicer]))
}

function readProfile(name: string): string {
  return readFileSync(new URL(`./profiles/${name}.ini`, import.meta.url), 'utf8')
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
