// Every exported function of the domain, and every parser of forms, handles hostile texts in linear time. The test
// measures processor time, which a busy machine stretches less than clock time. A function fails only when eight
// times the text takes more than thirty times as long, and longer than any linear function: a quadratic one takes
// sixty-four times as long, a linear one eight.
import { expect, test } from 'bun:test'
import { join } from 'node:path'
import {
  createFeed,
  openFormParser,
  plainFileName,
} from '../../server/http/requests/form-parser.ts'
import { readFields } from '../../server/http/requests/forms.ts'

const root = join(import.meta.dir, '../..')
const [short, long] = [4_000, 32_000]
const suspiciousMs = 300
const maxRatio = 30

const between = (piece: string) => (length: number) => `x${piece.repeat(length / piece.length)}x`
const texts: Readonly<Record<string, (length: number) => string>> = {
  'blanks inside': between(' '),
  'line ends inside': between('\r\n'),
  'joiners inside': between('\u200d'),
  'no-break spaces and joiners': between('\u00a0\u200c'),
  'combining marks': between('\u0301'),
  letters: between('a'),
  digits: between('1'),
  dots: between('.'),
  'at signs': between('a@'),
  brackets: between('['),
  'angle brackets': between('<'),
  quotes: between('"'),
  backslashes: between('\\"'),
  percent: between('%'),
  ampersands: between('&'),
  pairs: between('a=b&'),
  separators: between(', ;'),
  comments: between('<!---->'),
  emoji: between('👩‍🚀'),
  'words of numbers': between('0.2 mm '),
}

/** Texts that callers limit far below the sizes here. */
const shortTexts: Readonly<Record<string, string>> = {
  'server/domain/agents/': 'words for an order, at most 2,000 characters',
}

type Take = (text: string) => unknown

/** Returns the best time. Only a suspiciously slow call runs again, because it may be the first use of a function. */
async function bestMs(take: Take, text: string): Promise<number> {
  const runs: number[] = []
  while (runs.length < 1 || (runs.length < 2 && Math.min(...runs) >= suspiciousMs)) {
    const begun = process.cpuUsage()
    try {
      const result = take(text)
      if (result instanceof Promise) await Promise.race([result, Bun.sleep(5_000)])
    } catch {
      // Most functions take an argument other than a text.
    }
    const { user, system } = process.cpuUsage(begun)
    runs.push((user + system) / 1000)
  }
  return Math.min(...runs)
}

async function growsTooFast(take: Take): Promise<string[]> {
  const found: string[] = []
  for (const [name, make] of Object.entries(texts)) {
    const longMs = await bestMs(take, make(long))
    if (longMs < suspiciousMs) continue
    const shortMs = await bestMs(take, make(short))
    if (longMs > maxRatio * shortMs) found.push(`${name}: ${shortMs} ms, then ${longMs} ms`)
  }
  return found
}

test('no exported function of the domain takes more than linear time for a hostile text', async () => {
  const found: string[] = []
  let tried = 0
  for (const path of new Bun.Glob('server/domain/**/*.ts').scanSync(root)) {
    if (Object.keys(shortTexts).some((folder) => path.startsWith(folder))) continue
    const exported: Record<string, unknown> = await import(join(root, path))
    for (const [name, value] of Object.entries(exported)) {
      // A function that awaits takes ports, and passes the texts to functions of this kind.
      if (typeof value !== 'function' || value.length === 0) continue
      if (/^(?:class|async)\b/.test(String(value))) continue
      tried += 1
      for (const problem of await growsTooFast((text) => value(text, 60))) {
        found.push(`${path} ${name}: ${problem}`)
      }
    }
  }
  expect(found).toEqual([])
  expect(tried).toBeGreaterThan(250)
}, 120_000)

const formOf = (body: string) =>
  new Request('http://localhost/', {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body,
  })

/** Returns the fields and the file's name that the parser of forms with files finds. */
async function parseMultipart(body: string, boundary: string): Promise<number> {
  const parser = openFormParser(`multipart/form-data; boundary=${boundary}`, {
    fileSize: 1_000_000,
  })
  if (parser === null) return 0
  let parts = 0
  parser.on('field', () => {
    parts += 1
  })
  parser.on('file', (_field, stream, name) => {
    parts += plainFileName(name).length
    stream.resume()
  })
  const feed = createFeed(parser, () => false)
  if (await feed.write(Buffer.from(body))) await feed.end()
  return parts
}

const parsers: Readonly<Record<string, Take>> = {
  'urlencoded body': (text) => readFields(formOf(text), 1_000_000),
  'urlencoded value': (text) => readFields(formOf(`name=${text}`), 1_000_000),
  'query of an address': (text) => new URL(`http://localhost/?${text}`).searchParams.get('x'),
  'multipart body': (text) => parseMultipart(`--b\r\n${text}`, 'b'),
  'multipart value': (text) =>
    parseMultipart(
      `--b\r\ncontent-disposition: form-data; name="note"\r\n\r\n${text}\r\n--b--\r\n`,
      'b',
    ),
  'multipart file name': (text) =>
    parseMultipart(
      `--b\r\ncontent-disposition: form-data; name="file"; filename="${text}"\r\n\r\nx\r\n--b--\r\n`,
      'b',
    ),
  'multipart headers': (text) =>
    parseMultipart(`--b\r\n${text}: ${text}\r\n${text}\r\n\r\nx\r\n--b--\r\n`, 'b'),
}

test.each(Object.entries(parsers))(
  '%s: a hostile text takes linear time',
  async (_name, take) => {
    expect(await growsTooFast(take)).toEqual([])
  },
  60_000,
)
