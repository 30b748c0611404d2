// The slicer's profiles, of quotes and of plates that are printed, and the cache key of slices.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { printingFile, profileFile, sliceArguments, sliceVariants } from './command.ts'
import type { SliceSettings } from './settings.ts'

const profileName = 'farm-quote'
export const profileText = readProfile(profileName)
/** Loaded on top of it for plates of the farm's own printers. */
const printingText = readProfile('farm-print')
/** Changes with every byte of the profile. */
export const profileVersion = `${profileName}-${sha256(profileText).slice(0, 12)}`

/**
 * Hash of everything that determines a slice besides the geometry: the profile and the arguments of every variant.
 * Changing either changes the key, so an old stored slice is never reused.
 */
export function profileHash(settings: SliceSettings): string {
  const calls = sliceVariants.map((variant) => sliceArguments(settings, variant))
  return sha256(JSON.stringify([...Object.values(profilesOf(settings)), calls]))
}

/** The files that the arguments name, by their names. */
export function profilesOf({ printing, plate }: SliceSettings): Readonly<Record<string, string>> {
  return {
    [profileFile]: plate?.config ?? profileText,
    ...(printing !== undefined && { [printingFile]: printingText }),
  }
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
