// Puts a binary STL into the job's folder.
import { closeSync, constants, openSync, readSync, symlinkSync } from 'node:fs'
import { copyFile, open } from 'node:fs/promises'

const headerBytes = 84
const inspectedBytes = 128
const firstAttributeOffset = headerBytes + 48

/**
 * Creates a symbolic link, so the original must exist until the slice has ended. PrusaSlicer 2.5 mistakes a binary STL for text, and
 * rejects it, when none of the 128 bytes after its header is above 127, as in a 10 mm cube without normals. Such a file is copied instead,
 * with a byte set in an unused attribute.
 */
export async function placeModel(stlPath: string, target: string): Promise<void> {
  if (!looksLikeText(stlPath)) return symlinkSync(stlPath, target)
  await copyFile(stlPath, target, constants.COPYFILE_EXCL)
  const file = await open(target, 'r+')
  try {
    await file.write(new Uint8Array([0xff]), 0, 1, firstAttributeOffset)
  } finally {
    await file.close()
  }
}

function looksLikeText(path: string): boolean {
  const file = openSync(path, 'r')
  try {
    const bytes = new Uint8Array(headerBytes + inspectedBytes)
    const bytesRead = readSync(file, bytes, 0, bytes.length, 0)
    const solid = new TextDecoder('latin1').decode(bytes.subarray(0, bytesRead))
    if (bytesRead < bytes.length || /facet\s+normal/.test(solid)) return false
    return bytes.subarray(headerBytes).every((byte) => byte <= 127)
  } finally {
    closeSync(file)
  }
}
