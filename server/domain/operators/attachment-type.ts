// Detects the type of a file by its first bytes. Only types that browsers do not execute are accepted, and they are
// served as downloads.

export const attachmentTypes = {
  png: 'image/png',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  pdf: 'application/pdf',
  stl: 'model/stl',
  '3mf': 'model/3mf',
  gcode: 'text/x-gcode',
} as const satisfies Record<string, string>

export type AttachmentType = keyof typeof attachmentTypes

/** Number of leading bytes that the checks read. */
export const headBytes = 4096

type Candidate = {
  readonly fileName: string
  readonly sizeBytes: number
  readonly head: Uint8Array
}

/** Returns null for every other type. */
export function attachmentTypeOf(file: Candidate): AttachmentType | null {
  const { head } = file
  const starts = (text: string, at = 0) => latin1(head.subarray(at, at + text.length)) === text
  if (starts('\x89PNG\r\n\x1a\n')) return 'png'
  if (starts('\xff\xd8\xff')) return 'jpeg'
  if (starts('RIFF') && starts('WEBP', 8)) return 'webp'
  if (starts('%PDF-')) return 'pdf'
  // A 3MF is a ZIP archive like many other types, so the name decides.
  if (starts('PK\x03\x04')) return /\.3mf$/i.test(file.fileName) ? '3mf' : null
  if (isStl(file)) return 'stl'
  return isGcode(file) ? 'gcode' : null
}

/** Binary: an 80-byte header, the number of triangles, 50 bytes per triangle. Text: `solid`, then facets. */
function isStl({ head, sizeBytes }: Candidate): boolean {
  if (head.length >= 84) {
    const view = new DataView(head.buffer, head.byteOffset, head.byteLength)
    if (sizeBytes === 84 + 50 * view.getUint32(80, true)) return true
  }
  const text = latin1(head)
  return /^\s*solid\b/.test(text) && /\bfacet\s+normal\b/.test(text)
}

/** Text whose first lines are mostly printer commands or comments. */
function isGcode({ fileName, head }: Candidate): boolean {
  if (!/\.(gcode|gco|g)$/i.test(fileName)) return false
  const text = latin1(head)
  if (text.includes('\0')) return false
  const lines = text
    .split(/\r?\n/)
    .slice(0, -1)
    .filter((line) => line.trim() !== '')
  const known = lines.filter((line) => /^\s*(;|[GMT]\d+\b)/.test(line))
  return known.length > 0 && known.length * 2 >= lines.length
}

const latin1 = (bytes: Uint8Array): string => String.fromCharCode(...bytes)
