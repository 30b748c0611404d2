// Judges a mesh behind a link that anybody may send: fetched, measured, and not kept (service.md, "check_printability").
import type { ProcessReport } from '../measurement/processing.ts'
import type { Deps } from '../ports.ts'
import { fail, ok, type Result } from '../result.ts'
import type { MeshFormat } from '../slicing/ports.ts'

export type LinkFailure =
  /** In the downloader's words. */
  | { readonly kind: 'link_refused'; readonly message: string }
  | { readonly kind: 'link_unsupported'; readonly fileName: string }
  | { readonly kind: 'link_unreadable'; readonly reason: string }
  | { readonly kind: 'checking_busy'; readonly retryAfterSeconds: number }

export type CheckedLink = { readonly fileName: string; readonly report: ProcessReport }

const maxBytes = 25 * 1024 * 1024
const downloadMs = 60_000

export async function checkLink(
  deps: Pick<Deps, 'downloads' | 'meshes' | 'temporaryFiles'>,
  { modelUrl, signal }: { modelUrl: string; signal: AbortSignal },
): Promise<Result<CheckedLink, LinkFailure>> {
  const fetched = await deps.downloads.fetch({
    url: modelUrl.trim(),
    hosts: null,
    maxBytes,
    timeoutMs: downloadMs,
    signal,
  })
  if (fetched.kind === 'refused') return fail({ kind: 'link_refused', message: fetched.message })
  const { path, fileName } = fetched.file
  try {
    const format = checkableFormat(fileName)
    if (format === null) return fail({ kind: 'link_unsupported', fileName })
    const outcome = await deps.meshes.process({ source: { path }, format, outputs: {}, signal })
    switch (outcome.kind) {
      case 'processed':
        return ok({ fileName, report: outcome.report })
      case 'unreadable':
        return fail({ kind: 'link_unreadable', reason: outcome.message })
      case 'timed_out':
      case 'crashed':
        return fail({ kind: 'link_unreadable', reason: tooHeavy })
      case 'busy':
        return fail({ kind: 'checking_busy', retryAfterSeconds: 5 })
    }
  } finally {
    await deps.temporaryFiles.remove(path)
  }
}

const tooHeavy = 'Measuring it took too long. Simplify the model and check it again.'

function checkableFormat(fileName: string): MeshFormat | null {
  const extension = /\.(stl|obj|glb|gltf)$/i.exec(fileName)?.[1]?.toLowerCase()
  switch (extension) {
    case 'stl':
    case 'obj':
    case 'glb':
    case 'gltf':
      return extension
    default:
      return null
  }
}
