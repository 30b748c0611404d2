// Models in the chosen files. Opens ZIPs. A file name that contradicts the contents gets the matching extension,
// because the server relies on it.

import { maxLines } from '../../../domain/cart/cart.ts'
import { type ModelFormat, printableFormat, uploadFormat } from '../../../domain/models/format.ts'
import {
  nameOf,
  type RecognizedKind,
  recognizedBytes,
  recognizeFile,
} from '../../../domain/models/recognize-file.ts'
import { maxModelBytes } from '../../../domain/models/size-limit.ts'
import { words } from '../../base/page-words.ts'
import type { Room } from './zip.ts'

export type OpenedFiles = {
  readonly files: readonly File[]
  /** Sentence about opened or skipped files. Empty if there are none. */
  readonly note: string
}

export const kindOf = async (file: File): Promise<RecognizedKind | null> =>
  recognizeFile(new Uint8Array(await file.slice(0, recognizedBytes).arrayBuffer()), file.size)

/** Why an archive contains no part, by file. Cached, so that the archive is not opened a second time to find out. */
const archiveRefusals = new WeakMap<File, string>()

export const archiveRefusal = (file: File): string | null => archiveRefusals.get(file) ?? null

/**
 * Opens the files. `present`: files already on the page. Files beyond the limits are skipped and counted in the note.
 */
export async function openFiles(
  chosen: readonly File[],
  present: readonly File[],
): Promise<OpenedFiles> {
  const files: File[] = []
  const notes: string[] = []
  let leftOut = 0
  for (const file of chosen) {
    const room = roomBeside([...present, ...files])
    const opened = await openFile(file, room).catch(() => asItIs(file))
    for (const one of opened.files) {
      const { models, bytes } = roomBeside([...present, ...files])
      const fits = models > 0 && countedBytes(one) <= bytes
      if (fits) files.push(one)
      if (!fits) leftOut++
    }
    if (opened.note !== '') notes.push(opened.note)
  }
  if (leftOut > 0) notes.push(noRoomText(leftOut))
  return { files, note: notes.join(' ') }
}

/** Limit for all parts of the page together, because the browser keeps those of an archive in memory. */
const maxPageBytes = 5 * maxModelBytes

const roomBeside = (present: readonly File[]) => ({
  models: maxLines - present.length,
  bytes: maxPageBytes - present.reduce((sum, file) => sum + countedBytes(file), 0),
})

/** A file above the size limit is not read. */
const countedBytes = ({ size }: File): number => (size > maxModelBytes ? 0 : size)

const noRoomText = (count: number): string =>
  words.text('files.noRoom', {
    count,
    parts: words.count(maxLines),
    size: words.megabytes(maxPageBytes),
  })

async function openFile(file: File, room: Room): Promise<OpenedFiles> {
  const kind = await kindOf(file)
  const named = printableFormat(file.name) ?? uploadFormat(file.name)
  if (kind === 'zip') return named === '3mf' ? asItIs(file) : await openArchive(file, room)
  // A file that is not a model is refused later, with the other refusals.
  return asItIs(isModel(kind) ? asNamed(file, kind) : file)
}

const isModel = (kind: RecognizedKind | null): kind is ModelFormat =>
  kind !== null && kind !== 'zip' && kind !== 'step' && kind !== 'picture'

const asNamed = (file: File, kind: ModelFormat): File =>
  (printableFormat(file.name) ?? uploadFormat(file.name)) === kind
    ? file
    : renameFile(file, nameOf(file.name, kind))

async function openArchive(file: File, room: Room): Promise<OpenedFiles> {
  const { maxTotalBytes, namesText, nothingText, openZip } = await import('./zip.ts')
  const bytes = Math.min(room.bytes, maxTotalBytes)
  const contents = await openZip(file, { models: room.models, bytes })
  if (contents.kind === '3mf') return asItIs(renameFile(file, nameOf(file.name, '3mf')))
  if (contents.kind === 'refused') return refusedArchive(file, contents.reason)
  const files: File[] = []
  const leftOut = [...contents.leftOut]
  for (const entry of contents.files) {
    const kind = await kindOf(entry)
    const named = printableFormat(entry.name) ?? uploadFormat(entry.name)
    // A nested archive is opened only if it is a model.
    const isKept = isModel(kind) || named === '3mf' || (kind === null && named !== null)
    if (isKept) files.push(isModel(kind) ? asNamed(entry, kind) : entry)
    if (!isKept) leftOut.push(entry.name)
  }
  if (files.length === 0) return refusedArchive(file, nothingText(leftOut))
  const models = words.text('zip.models', { count: files.length, file: file.name })
  const left =
    leftOut.length === 0 ? [] : [words.text('zip.leftOut', { names: namesText(leftOut) })]
  return { files, note: [models, ...left].join(' ') }
}

function refusedArchive(file: File, reason: string): OpenedFiles {
  archiveRefusals.set(file, reason)
  return asItIs(file)
}

const asItIs = (file: File): OpenedFiles => ({ files: [file], note: '' })

const renameFile = (file: File, name: string): File =>
  new File([file], name, { lastModified: file.lastModified })
