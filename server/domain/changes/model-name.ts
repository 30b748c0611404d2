// Names an account's models for their file names.

import type { AccountCaller } from '../base/caller.ts'
import { cutText, singleLine } from '../base/text/text.ts'
import { readListedGeneration } from '../generation/list-generations.ts'
import type { OwnedModel } from '../models/ports.ts'
import type { ChangeDeps } from './ports.ts'

/** Maximum length of a file name before its extension, in characters. */
export const maxModelNameCharacters = 80

/** Returns the prompt of a generation on one line, or the name of an upload without its extension. */
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

/** Returns a title as a file name. */
export const fileNameOf = (title: string, format: string): string =>
  `${plainName(title) || 'model'}.${format}`

/** Removes characters that file systems refuse and cuts the name to the maximum length. No name begins with a dot. */
function plainName(text: string): string {
  const spaced = singleLine(text.replaceAll(/[\\/:*?"<>|]/g, ' '))
  const name = spaced
    .split(' ')
    .filter((word) => !isDots(word))
    .join(' ')
  return cutText(name.startsWith('.') ? name.slice(1) : name, maxModelNameCharacters).trim()
}

const isDots = (word: string) => [...word].every((character) => character === '.')
