// Names of downloaded files: derived from their source, and harmless.
import { expect, test } from 'bun:test'
import { fileNameFor } from '../../../server/adapters/downloader/file-name.ts'

test.each([
  [['https://a.com/models/part.stl'], null, 'part.stl'],
  [['https://a.com/part%20one.STL?x=1#y'], null, 'part one.STL'],
  [['https://a.com/'], null, 'model'],
  [['https://a.com/..%2f..%2fetc%2fpasswd'], null, 'passwd'],
  [['https://a.com/%2e%2e%5c%2e%2e%5cboot.ini'], null, 'boot.ini'],
  [['https://a.com/.htaccess.stl'], null, 'htaccess.stl'],
  [['https://a.com/-rf.stl'], null, 'rf.stl'],
  [['https://a.com/a%00b%0a%1b[31m.stl'], null, 'ab[31m.stl'],
  [['https://a.com/lts.%E2%80%AEexe.stl'], null, 'lts.exe.stl'],
  [['https://a.com/$(id)%60x%60;%7Cy.stl'], null, '(id)xy.stl'],
  [['https://a.com/%ff%fe.stl'], null, '%ff%fe.stl'],
  [['https://a.com/download', 'https://cdn.com/x/real.glb'], null, 'real.glb'],
  [['https://a.com/first.stl', 'https://cdn.com/1f2e'], null, 'first.stl'],
  [['https://a.com/download'], 'attachment; filename="../named.3mf"', 'named.3mf'],
  [['https://a.com/download'], 'attachment; filename=bare.stl; size=3', 'bare.stl'],
  [['https://a.com/download'], 'inline', 'download'],
  [[`https://a.com/${'n'.repeat(500)}.stl`], null, `${'n'.repeat(100)}${'n'.repeat(96)}.stl`],
] as const)('%p with %p is %p', (urls, disposition, name) => {
  expect(
    fileNameFor(
      urls.map((url) => new URL(url)),
      disposition,
    ),
  ).toBe(name)
})
