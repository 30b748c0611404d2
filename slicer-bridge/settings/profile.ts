// The slicer's profiles for quotes and for printed plates, and the cache key of slices.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { printingFile, profileFile, sliceArguments, sliceVariants } from './command.ts'
import type { SliceSettings } from './settings.ts'

const profileName = 'farm-quote'
export const profileText = readProfile(profileName)
/** Loaded after the quote profile, for plates of the farm's printers. */
const printingText = readProfile('farm-print')
/** Changes with every byte of the profile. */
export const profileVersion = `${profileName}-${sha256(profileText).slice(0, 12)}`

/**
 * Returns a hash of everything other than the geometry that determines a slice: the profile and the arguments of every variant. A change of
 * either changes the key, so an old stored slice is never reused.
 */
export function profileHash(settings: SliceSettings): string {
  const calls = sliceVariants.map((variant) => sliceArguments(settings, variant))
  return sha256(JSON.stringify([...Object.values(profilesOf(settings)), calls]))
}

/** Returns the files that the arguments name, by name. */
export function profilesOf({ printing, plate }: SliceSettings): Readonly<Record<string, string>> {
  return {
    [profileFile]: plate?.config ?? profileText,
    ...(printing !== undefined && { [printingFile]: printingText }),
  }
}

/**
 * Returns the cache key of a slice. `geometryHash` identifies the STL that is sliced, repaired and placed. `slicer` identifies the
 * program, so that neither a slice nor a refusal outlives its slicer.
 */
export function sliceKey(geometryHash: string, settings: SliceSettings, slicer: string): string {
  return sha256(JSON.stringify([geometryHash, profileHash(settings), slicer]))
}

function readProfile(name: string): string {
  return readFileSync(new URL(`../profiles/${name}.ini`, import.meta.url), 'utf8')
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
