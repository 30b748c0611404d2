// The models in the files that were chosen: a ZIP is opened, and a name that contradicts the contents gets their extension, because
// the server goes by it.
import { printableFormat, uploadFormat } from '../../domain/models/format.ts'
import {
  type FileKind,
  nameOf,
  recognizedBytes,
  recognizeFile,
} from '../../domain/models/recognize-file.ts'

export type OpenedFiles = {
  readonly files: readonly File[]
  /** What was opened or left out; empty where there is nothing to say. */
  readonly note: string
}

export const kindOf = async (file: File): Promise<FileKind | null> =>
  recognizeFile(new Uint8Array(await file.slice(0, recognizedBytes).arrayBuffer()), file.size)

export async function openFiles(chosen: readonly File[]): Promise<OpenedFiles> {
  const opened: OpenedFiles[] = []
  for (const file of chosen) opened.push(await openFile(file))
  return {
    files: opened.flatMap(({ files }) => files),
    note: opened.flatMap(({ note }) => (note === '' ? [] : [note])).join(' '),
  }
}

async function openFile(file: File): Promise<OpenedFiles> {
  const kind = await kindOf(file).catch(() => null)
  const named = printableFormat(file.name) ?? uploadFormat(file.name)
  if (kind === 'zip') return named === '3mf' ? asItIs(file) : await openArchive(file)
  // What is no model is told so later, where the other refusals are.
  if (kind === null || kind === 'step' || kind === 'picture' || kind === named) return asItIs(file)
  return asItIs(renamed(file, nameOf(file.name, kind)))
}

async function openArchive(file: File): Promise<OpenedFiles> {
  const { namesText, openZip } = await import('./zip.ts')
  const contents = await openZip(file)
  if (contents.kind === 'refused') return asItIs(file)
  if (contents.kind === '3mf') return asItIs(renamed(file, nameOf(file.name, '3mf')))
  const { files, leftOut } = contents
  const models = `${files.length} ${files.length === 1 ? 'model' : 'models'} from ${file.name}.`
  const left = leftOut.length === 0 ? '' : ` Left out: ${namesText(leftOut)}.`
  return { files, note: models + left }
}

const asItIs = (file: File): OpenedFiles => ({ files: [file], note: '' })

const renamed = (file: File, name: string): File =>
  new File([file], name, { lastModified: file.lastModified })
