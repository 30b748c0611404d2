// Puts a binary STL where the slicer reads it.
import { closeSync, constants, openSync, readSync, symlinkSync } from 'node:fs'
import { copyFile, open } from 'node:fs/promises'

const HEADER_BYTES = 84
const LOOKED_AT = 128
const ATTRIBUTE_OF_FIRST = HEADER_BYTES + 48

/**
 * Links the file; the original may go when the slice has ended. PrusaSlicer 2.5 takes a binary STL for
 * text when none of the 128 bytes after its header is above 127, as in a 10 mm cube without normals,
 * and then refuses it. Such a file is copied instead, with a mark in an attribute that nobody reads.
 */
export async function placeModel(stlPath: string, target: string): Promise<void> {
  if (!looksLikeText(stlPath)) return symlinkSync(stlPath, target)
  await copyFile(stlPath, target, constants.COPYFILE_EXCL)
  const file = await open(target, 'r+')
  try {
    await file.write(new Uint8Array([0xff]), 0, 1, ATTRIBUTE_OF_FIRST)
  } finally {
    await file.close()
  }
}

function looksLikeText(path: string): boolean {
  const file = openSync(path, 'r')
  try {
    const bytes = new Uint8Array(HEADER_BYTES + LOOKED_AT)
    const bytesRead = readSync(file, bytes, 0, bytes.length, 0)
    const solid = new TextDecoder('latin1').decode(bytes.subarray(0, bytesRead))
    if (bytesRead < bytes.length || /facet\s+normal/.test(solid)) return false
    return bytes.subarray(HEADER_BYTES).every((byte) => byte <= 127)
  } finally {
    closeSync(file)
  }
}
