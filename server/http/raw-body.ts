// Receives a body as it is into a temporary file, under a cap, so that it can be read later or by somebody else.
import { open } from 'node:fs/promises'
import { writeAll } from './multipart.ts'

/** Bytes received; null = more than `limitBytes`. The file is the caller's to remove. */
export async function receiveBody(
  request: Request,
  path: string,
  limitBytes: number,
): Promise<number | null> {
  if (Number(request.headers.get('content-length') ?? 0) > limitBytes) return null
  const file = await open(path, 'wx', 0o600)
  try {
    let sizeBytes = 0
    for await (const chunk of request.body ?? []) {
      sizeBytes += chunk.byteLength
      if (sizeBytes > limitBytes) return null
      await writeAll(file, chunk)
    }
    return sizeBytes
  } finally {
    await file.close()
  }
}
