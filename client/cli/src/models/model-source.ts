// The model of a quote: a file of this machine, which is uploaded, or an address.
import { basename, extname } from 'node:path'
import type { Context } from '../command/command.ts'
import { requireKey } from '../service/session.ts'
import { usageError } from '../terminal/exit-codes.ts'
import { checkSendable } from './sendable-file.ts'
import { readUnits } from './units.ts'

export type SentModel = {
  /** `gs://` of a stored model, or the https link as given. */
  readonly modelUrl: string
  readonly fileName: string
  /** null for an address: the quote has them. */
  readonly dimensionsMm: readonly number[] | null
}

const meshExtensions = ['.stl', '.obj', '.3mf', '.glb']

export const isAddress = (word: string): boolean => /^(gs|https):\/\//.test(word)

/** Throws a usage error unless there is a file that can be uploaded. */
export async function checkMeshFile(
  path: string,
  accepted: readonly string[] = meshExtensions,
): Promise<void> {
  await checkSendable(path)
  if (/\.(gcode|gcode\.3mf|bgcode)$/i.test(path)) {
    throw usageError(
      `${basename(path)} is already sliced, and the API prices sliced files only when they are ordered. A .gcode.3mf behind an https ` +
        'link can be quoted by its link; POST /api/print/orders orders the file without a price first.',
    )
  }
  if (!accepted.includes(extname(path).toLowerCase())) {
    throw usageError(`${basename(path)} is not one of ${accepted.join(', ')}.`)
  }
}

/** Uploads the file and shows how far it is. */
export async function sendModel(
  { args, session, terminal }: Context,
  word: string,
): Promise<SentModel> {
  const opened = await session()
  requireKey(opened)
  if (isAddress(word)) {
    if (args.has('units')) {
      throw usageError('--units is for files; a stored model keeps the unit of its upload.')
    }
    return { modelUrl: word, fileName: basename(new URL(word).pathname), dimensionsMm: null }
  }
  await checkMeshFile(word)
  const progress = terminal.progress(`Uploading ${basename(word)}`)
  try {
    const { modelUrl, fileName, dimensionsMm } = await opened.client.uploadModel(
      { file: word, units: readUnits(args) },
      {
        ...(terminal.hasProgress && {
          onUploadProgress: ({ sentBytes, totalBytes }) =>
            progress.update(
              sentBytes < totalBytes
                ? { done: sentBytes, total: totalBytes }
                : { label: `Measuring ${basename(word)}`, done: 0, total: 0 },
            ),
        }),
      },
    )
    return { modelUrl, fileName, dimensionsMm }
  } finally {
    progress.end()
  }
}
