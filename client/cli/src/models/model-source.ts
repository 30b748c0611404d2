// The model of a quote: a local file, which is uploaded, or an address.
import { basename, extname } from 'node:path'
import { RefusalError } from '../../../typescript/src/index.ts'
import type { Context } from '../command/command.ts'
import { requireKey } from '../service/session.ts'
import { CliError, exitCodes, usageError } from '../terminal/exit-codes.ts'
import { checkSendable } from './sendable-file.ts'
import { readUnits } from './units.ts'

export type SentModel = {
  /** `gs://` address of a stored model, or the https link as given. */
  readonly modelUrl: string
  readonly fileName: string
  /** In millimeters. null for an address, whose quote contains them. */
  readonly dimensionsMm: readonly number[] | null
}

/** Whether the hourly limit of uploads is used up. Other limits, such as processing time, also refuse uploads. */
const isUploadLimit = (error: unknown): error is RefusalError =>
  error instanceof RefusalError && error.code === 'rate_limited' && error.limit === 'print-upload'

/** Names what needs no upload, because a catalog exceeds the limit of uploads. */
function uploadsUsedUp({ code, status, requestId, retryAfterSeconds }: RefusalError): CliError {
  const next = retryAfterSeconds === null ? 'later' : `in ${retryAfterSeconds} seconds`
  return new CliError(
    exitCodes.unavailable,
    `The uploads of this hour are used up. The next one is possible ${next}. A file that was uploaded before needs no upload: use its gs:// address, ` +
      'which svc quote --json prints; svc price, svc quote and svc order accept it. POST /api/print/orders with dryRun prices a file without an upload.',
    { status, code, requestId, retryAfterSeconds },
  )
}

const meshExtensions = ['.stl', '.obj', '.3mf', '.glb']

export const isAddress = (word: string): boolean => /^(gs|https):\/\//.test(word)

/** Throws a usage error unless the file exists and can be uploaded. */
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

/** Uploads the file and shows the progress. */
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
  } catch (error) {
    throw isUploadLimit(error) ? uploadsUsedUp(error) : error
  } finally {
    progress.end()
  }
}
