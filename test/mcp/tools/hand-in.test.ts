// Advice for a file without a usable link: the refusal names an address that accepts it.
import { describe, expect, test } from 'bun:test'
import { callTool, refusalOf, resultOf } from '../../../testing/agent/call-tool.ts'
import { cubeStl } from '../../../testing/models/meshes.ts'
import { use, useService } from '../../../testing/use.ts'
import { verifies } from '../../helpers/verifies.ts'

const service = useService({ env: { QUOTE_ALLOWED_HOSTS: 'files.example.com' } })
const account = use(() => service.account())

const unusable = [
  '/home/ada/part.stl',
  './part.stl',
  'C:\\parts\\part.stl',
  'file:///home/ada/part.stl',
  'https://localhost/part.stl',
  'https://192.168.0.10/part.stl',
  'http://[::1]:8080/part.stl',
]

/** Returns the address, the headers and the form field of the first curl line in a sentence. */
function curlOf(sentence: string) {
  const [, url = '', headers = '', field = ''] =
    /`curl -sS (\S+)((?: -H '[^']+')*) -F '(\w+)=@part\.stl'`/.exec(sentence) ?? []
  expect(url).toStartWith(`${service.baseUrl}/`)
  return { url, path: url.slice(service.baseUrl.length), headers, field }
}

function formOf(field: string, more: Readonly<Record<string, string>> = {}, sizeMm = 20): FormData {
  const body = new FormData()
  for (const [name, value] of Object.entries(more)) body.set(name, value)
  body.set(field, new Blob([cubeStl({ sizeMm })]), 'part.stl')
  return body
}

async function handIn({ path, field }: ReturnType<typeof curlOf>, more = {}, sizeMm = 20) {
  const body = formOf(field, more, sizeMm)
  const response = await service.fetch(path, { method: 'POST', body })
  expect(response.status).toBe(200)
  return (await response.json()) as Record<string, unknown>
}

const quote = (model_url: string, by = account) =>
  callTool(service, by, 'quote_print', { model_url })
const lineFor = async () => curlOf(await refusalOf(quote('/home/ada/part.stl')))
const sizeOf = async (model_url: string) =>
  (await resultOf(quote(model_url))).fields['model'] as { dimensions_mm: number[] }

describe('the refusal of an unusable link', () => {
  verifies('mcp.hand-in.quote', async () => {
    for (const model_url of unusable) {
      expect(curlOf(await refusalOf(quote(model_url))).headers).toBe('')
    }
    const line = curlOf(await refusalOf(quote('https://other.example.org/part.stl')))
    expect(await refusalOf(quote(line.url))).toContain('No file has arrived')
    const { modelUrl } = await handIn(line)
    for (const address of [line.url, String(modelUrl)]) {
      expect((await sizeOf(address)).dimensions_mm).toEqual([20, 20, 20])
    }
  })

  test('names the allowed hosts and the address', async () => {
    const sentence = await refusalOf(quote('https://other.example.org/part.stl'))
    expect(sentence).toContain('only from these hosts: files.example.com')
    expect(sentence).toContain(`${service.baseUrl}/hand-in/svc_up_`)
  })

  test('an address accepts one file, for one account, within a day', async () => {
    const line = await lineFor()
    await handIn(line)
    const again = await service.fetch(line.path, { method: 'POST', body: formOf('file') })
    expect([again.status, again.headers.get('x-error-code')]).toEqual([409, 'upload_received'])
    const other = await service.account()
    expect(await refusalOf(quote(line.url, other))).toContain('model_url must be')
    const forged = `${line.path.slice(0, -1)}${line.path.endsWith('0') ? '1' : '0'}`
    expect((await service.fetch(forged, { method: 'POST', body: formOf('file') })).status).toBe(404)
    const late = await lineFor()
    service.advance(24 * 3600)
    expect((await service.fetch(late.path)).status).toBe(410)
    // The expiry applies to the upload: a file that arrived in time can be quoted later.
    expect((await sizeOf(line.url)).dimensions_mm).toEqual([20, 20, 20])
  })

  test('one of two concurrent files is accepted, and the other is refused', async () => {
    const line = await lineFor()
    const post = (sizeMm: number) =>
      service.fetch(line.path, { method: 'POST', body: formOf('file', {}, sizeMm) })
    const statuses = (await Promise.all([post(20), post(30)])).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([200, 409])
  })

  test('invalid files at an address use up its attempts before the account’s', async () => {
    const owner = await service.account()
    const line = curlOf(await refusalOf(quote('/home/ada/part.stl', owner)))
    const wrong = () => {
      const body = new FormData()
      body.set('file', new Blob(['no model']), 'part.txt')
      return service.fetch(line.path, { method: 'POST', body })
    }
    const statuses: number[] = []
    // 5 an hour for an address, 40 for an account.
    for (let tries = 0; tries < 42; tries++) statuses.push((await wrong()).status)
    expect(statuses.slice(0, 6)).toEqual([415, 415, 415, 415, 415, 429])
    const other = curlOf(await refusalOf(quote('/home/ada/part.stl', owner)))
    await handIn(other)
  })

  test('units in the form and in the address work like those of an upload', async () => {
    const inches = await lineFor()
    const { modelUrl } = await handIn(inches, { units: 'in' }, 5)
    expect(String(modelUrl)).toEndWith('#units=in')
    // 5 in = 127 mm.
    expect((await sizeOf(inches.url)).dimensions_mm).toEqual([127, 127, 127])
    const plain = await lineFor()
    await handIn(plain)
    expect((await sizeOf(`${plain.url}#units=cm`)).dimensions_mm).toEqual([200, 200, 200])
  })

  test('a user uploads the file on a page', async () => {
    const line = await lineFor()
    const shown = await service.fetch(line.path, { headers: { accept: 'text/html' } })
    const html = await shown.text()
    expect(shown.status).toBe(200)
    expect(html).toContain(`action="${line.path}"`)
    const post = (body: FormData) =>
      service.fetch(line.path, { method: 'POST', body, headers: { accept: 'text/html' } })
    const wrong = new FormData()
    wrong.set('file', new Blob(['no model']), 'part.txt')
    const refused = await post(wrong)
    expect([refused.status, (await refused.text()).includes('role="alert"')]).toEqual([415, true])
    const received = await post(formOf('file'))
    expect(received.status).toBe(200)
    expect(await received.text()).toContain('part.stl has arrived')
    expect((await service.fetch(line.path)).status).toBe(409)
  })

  verifies('mcp.hand-in.check', async () => {
    for (const model_url of unusable) {
      const refused = callTool(service, null, 'check_printability', { model_url })
      expect(await refusalOf(refused)).toContain(`${service.baseUrl}/api/printability`)
    }
    const refused = callTool(service, null, 'check_printability', { model_url: unusable[0] })
    const line = curlOf(await refusalOf(refused))
    expect(line.headers).toBe('')
    expect(await handIn(line)).toMatchObject({ printStatus: 'ready' })
  })
})
