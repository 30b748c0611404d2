// The event stream of the page of a generation in progress.
import { expect } from 'bun:test'
import {
  generationForm,
  openGenerationService,
  usePerson,
} from '../../../testing/engines/generation.ts'
import { until } from '../../../testing/service/until.ts'
import { use } from '../../../testing/use.ts'
import { verifies } from '../../helpers/verifies.ts'

const service = use(() => openGenerationService({}))
const person = usePerson(service, { credits: 5 })
const other = usePerson(service, { credits: 5 })

async function requested(): Promise<string> {
  const response = await service.fetch('/generate', {
    method: 'POST',
    body: generationForm({ inputMode: 'text', prompt: 'a cup' }),
    headers: { ...person.session, origin: service.baseUrl },
  })
  return response.headers.get('location') ?? ''
}

verifies('web.generation-live', async () => {
  const path = await requested()
  const page = await service.fetch(path, { headers: person.session })
  expect(await page.text()).toContain(`data-stream="${path}/live"`)
  for (const headers of [{}, other.session]) {
    expect((await service.fetch(`${path}/live`, { headers })).status).toBe(404)
  }
  const head = await service.fetch(`${path}/live`, { method: 'HEAD', headers: person.session })
  expect([head.status, service.app.streamListeners()]).toEqual([200, 0])

  const aborted = new AbortController()
  const stream = await service.fetch(`${path}/live`, {
    headers: person.session,
    signal: aborted.signal,
  })
  expect(stream.headers.get('content-type')).toStartWith('text/event-stream')
  let text = ''
  const reading = (async () => {
    const decoder = new TextDecoder()
    for await (const chunk of stream.body ?? []) text += decoder.decode(chunk, { stream: true })
  })()
  await until(async () => text.includes('In the queue'))
  expect(text).not.toContain('data-ended')
  const worker = await service.service.startWorker()
  await until(async () => text.includes('data-ended'))
  await worker.stop()
  // The page that the script then loads.
  const done = await service.fetch(path, { headers: person.session })
  expect(await done.text()).not.toContain('data-stream')
  aborted.abort()
  await reading
  expect(service.app.streamListeners()).toBe(0)
})
