// What to do with a file that no usable link leads to: the refusal names an address that takes it.
import { describe, expect } from 'bun:test'
import { cubeStl } from '../../../testing/models/meshes.ts'
import { use, useService } from '../../../testing/use.ts'
import { verifies } from '../../helpers/verifies.ts'
import { callTool, refusalOf, resultOf } from './call.ts'

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

/** The address and the form field of the first curl line in a sentence. */
function curlOf(sentence: string) {
  const [, url = '', headers = '', field = ''] =
    /`curl -sS (\S+)((?: -H '[^']+')*) -F '(\w+)=@part\.stl'`/.exec(sentence) ?? []
  expect(url).toStartWith(`${service.baseUrl}/`)
  return { path: url.slice(service.baseUrl.length), headers, field }
}

async function handIn({ path, field }: ReturnType<typeof curlOf>, headers: Record<string, string>) {
  const body = new FormData()
  body.set(field, new Blob([cubeStl({ sizeMm: 20 })]), 'part.stl')
  const response = await service.fetch(path, { method: 'POST', body, headers })
  expect(response.status).toBe(200)
  return (await response.json()) as Record<string, unknown>
}

describe('the refusal of a link that leads nowhere', () => {
  verifies('mcp.hand-in.quote', async () => {
    for (const model_url of [...unusable, 'https://other.example.org/part.stl']) {
      const sentence = await refusalOf(callTool(service, account, 'quote_print', { model_url }))
      expect(sentence).toContain(`${service.baseUrl}/api/print-upload`)
      expect(sentence).toContain(`${service.baseUrl}/api/model-import`)
    }
    const refused = callTool(service, account, 'quote_print', { model_url: unusable[0] })
    const line = curlOf(await refusalOf(refused))
    expect(line.headers).toBe(" -H 'x-api-key: API_KEY'")
    const { modelUrl } = await handIn(line, { 'x-api-key': account.apiKey })
    const quoted = callTool(service, account, 'quote_print', { model_url: modelUrl })
    expect((await resultOf(quoted)).fields['model']).toMatchObject({ dimensions_mm: [20, 20, 20] })
  })

  verifies('mcp.hand-in.check', async () => {
    for (const model_url of unusable) {
      const refused = callTool(service, null, 'check_printability', { model_url })
      expect(await refusalOf(refused)).toContain(`${service.baseUrl}/api/printability`)
    }
    const refused = callTool(service, null, 'check_printability', { model_url: unusable[0] })
    const line = curlOf(await refusalOf(refused))
    expect(line.headers).toBe('')
    expect(await handIn(line, {})).toMatchObject({ printStatus: 'ready' })
  })
})
