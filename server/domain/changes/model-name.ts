// What a model of an account is called, for the names of its files.

import type { AccountCaller } from '../base/caller.ts'
import { cutText, singleLine } from '../base/text.ts'
import { readListedGeneration } from '../generation/list-generations.ts'
import type { OwnedModel } from '../models/ports.ts'
import type { ChangeDeps } from './ports.ts'

/** Characters of a file's name before its extension. */
export const maxNameCharacters = 80

/** The words of a generation on one line, or the name of an upload without its extension. */
export async function modelName(
  deps: Pick<ChangeDeps, 'generationJobs' | 'clock' | 'log'>,
  caller: Pick<AccountCaller, 'accountId'>,
  { id, model }: { readonly id: string; readonly model: OwnedModel },
): Promise<string> {
  const generation = await readListedGeneration(deps, caller, id)
  const words = generation?.request?.prompt ?? ''
  return plainName(words) || (generation === null ? nameOfFile(model.fileName) : 'model')
}

export const nameOfFile = (fileName: string): string =>
  plainName(fileName.replace(/\.[a-z0-9]{1,5}$/i, '')) || 'model'

/** A title as the name of a file. */
export const fileNameOf = (title: string, format: string): string =>
  `${plainName(title) || 'model'}.${format}`

/** Without what a file system refuses, and no longer than a name may be. No name begins with a dot. */
function plainName(text: string): string {
  const spaced = singleLine(text.replaceAll(/[\\/:*?"<>|]/g, ' '))
  const name = spaced
    .split(' ')
    .filter((word) => !isDots(word))
    .join(' ')
  return cutText(name.startsWith('.') ? name.slice(1) : name, maxNameCharacters).trim()
}

const isDots = (word: string) => [...word].every((character) => character === '.')
