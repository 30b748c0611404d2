// Checks that every file of a restored row is in storage, with the recorded content.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { folderObjectStore } from '../../../server/adapters/storage/object-store-folder.ts'

type File = { readonly code: string; readonly uri: string; readonly sha256: string }

/** Returns a sentence for each order whose file is missing or differs. */
export async function missingFiles(
  pool: Pick<pg.Pool, 'query'>,
  stateDir: string,
): Promise<readonly string[]> {
  const { rows } = await pool.query<File>(
    'select code, file_uri as uri, file_sha256 as sha256 from orders where file_uri is not null',
  )
  // The bucket of local mode.
  const store = folderObjectStore(join(stateDir, 'storage'))
  const copies = mkdtempSync(join(tmpdir(), 'svc-drill-files-'))
  try {
    const problems = await Promise.all(
      rows.map(async ({ code, uri, sha256 }) => {
        const key = store.parseUri(uri)
        const found = key === null ? null : await store.fetchToFile(key, join(copies, code))
        if (found === null) return [`the file of ${code} is not in storage`]
        return found.sha256 === sha256 ? [] : [`the file of ${code} has other content`]
      }),
    )
    return problems.flat()
  } finally {
    rmSync(copies, { recursive: true, force: true })
  }
}
