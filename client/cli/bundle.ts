// Builds the package: a single program for Node and Bun with everything it imports, and the WASM files of the geometry
// core next to it.
import { chmod, copyFile, mkdir, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import manifest from './package.json' with { type: 'json' }

const folder = import.meta.dir
const root = join(folder, '../..')

/** Builds the package. Replaces `outdir`. */
export async function bundleCli(outdir = join(folder, 'dist')): Promise<void> {
  await rm(outdir, { recursive: true, force: true })
  await mkdir(outdir, { recursive: true })
  await Bun.build({
    entrypoints: [join(folder, 'src/main.ts')],
    outdir,
    naming: 'svc.js',
    target: 'node',
    format: 'esm',
    banner: '#!/usr/bin/env node',
    define: { svcVersion: JSON.stringify(manifest.version) },
    minify: { syntax: true, whitespace: true },
  })
  await chmod(join(outdir, 'svc.js'), 0o755)
  await copyFile(join(root, 'geometry/pkg/geometry_bg.wasm'), join(outdir, 'geometry_bg.wasm'))
  const draco = createRequire(import.meta.url).resolve('draco3dgltf/draco_decoder_gltf.wasm')
  await copyFile(draco, join(outdir, 'draco.wasm'))
}
