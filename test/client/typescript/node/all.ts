// Submits that are interrupted after every single byte, with the network of Node.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { testEveryCut } from '../cut-after-any-byte.ts'

testEveryCut('Node', async (apiKey, { baseUrl }) => {
  const folder = mkdtempSync(join(tmpdir(), 'svc-cuts-'))
  try {
    const entry = join(import.meta.dir, '../cut-from-node.ts')
    const built = await Bun.build({ entrypoints: [entry], target: 'node', outdir: folder })
    const child = Bun.spawn(['node', built.outputs[0]?.path ?? ''], {
      env: { ...process.env, SVC_PORT: new URL(baseUrl).port, SVC_API_KEY: apiKey },
    })
    return JSON.parse(await new Response(child.stdout).text())
  } finally {
    rmSync(folder, { recursive: true })
  }
})
