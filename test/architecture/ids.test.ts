// Ids from outside are checked before they get their type: `parseOrderId` and so on. The functions that give the type
// without a check, such as `orderIdOf`, are for ids that the service, its database or the card processor created.
import { expect, test } from 'bun:test'
import { join } from 'node:path'

const root = join(import.meta.dir, '../..')
const idFolder = 'server/domain/base/ids'

const textsOf = async (pattern: string): Promise<ReadonlyMap<string, string>> => {
  const paths = [...new Bun.Glob(pattern).scanSync(root)].sort()
  const texts = paths.map(async (path) => [path, await Bun.file(join(root, path)).text()] as const)
  return new Map(await Promise.all(texts))
}

/** Returns the names of the functions that give a text the type of an id without a check. */
async function unchecked(): Promise<readonly string[]> {
  const files = [...(await textsOf(`${idFolder}/*.ts`)).values()]
  return files.flatMap((text) =>
    [...text.matchAll(/^export const (\w+IdOf) = /gm)].map(([, name = '']) => name),
  )
}

/** Files that may call them, by the reason. */
const exceptions: Readonly<Record<string, string>> = {
  'server/http/routes/farm/job-json.ts': 'examples',
}

test('no route, page or agent tool gives a text the type of an id without a check', async () => {
  const names = await unchecked()
  expect(names).toContain('orderIdOf')
  expect(names.length).toBeGreaterThan(8)
  const call = new RegExp(`\\b(?:${names.join('|')}|accountIdOf)\\(`)
  const sources = [...(await textsOf('{server,mcp}/**/*.{ts,tsx}'))].filter(([path]) =>
    /^(?:server\/(?:http|pages)|mcp)\//.test(path),
  )
  expect(sources.length).toBeGreaterThan(500)
  const callers = sources.filter(([, text]) => call.test(text)).map(([path]) => path)
  expect(callers).toEqual(Object.keys(exceptions))
})

/**
 * A query that brands a value which it compares gets the value unchecked. Ids that a query returns come from the database,
 * and prepared statements are compiled with an empty placeholder.
 */
test('no query of the database gives a parameter the type of an id', async () => {
  const names = [...(await unchecked()), 'accountIdOf'].join('|')
  const branded = new RegExp(`'=', (?:${names})\\((?!''\\))`)
  const sources = [...(await textsOf('server/db/**/*.ts'))]
  expect(sources.length).toBeGreaterThan(200)
  const found = sources.filter(([, text]) => branded.test(text)).map(([path]) => path)
  // The auth library passes the id of its own user.
  expect(found).toEqual(['server/db/accounts/accounts.ts'])
})

test('a type of an id is asserted only next to its declaration', async () => {
  const sources = [...(await textsOf('{server,mcp,geometry,slicer-bridge}/**/*.{ts,tsx}'))]
  expect(sources.length).toBeGreaterThan(1000)
  const asserted = sources.filter(
    ([path, text]) =>
      !path.startsWith(`${idFolder}/`) &&
      [...text.matchAll(/\bas ([A-Z]\w*(?:Id|Lease))\b/g)].some(
        ([, name]) => !new RegExp(`^export type ${name} = string & `, 'm').test(text),
      ),
  )
  expect(asserted.map(([path]) => path)).toEqual([])
})
