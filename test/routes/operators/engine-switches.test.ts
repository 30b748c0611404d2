// Operators turn an engine off: `auto` leaves it out, a request for it is refused on every endpoint, and nothing is
// charged.
import { beforeEach, expect, test } from 'bun:test'
import { createEngines } from '../../../server/adapters/engines/create-engines.ts'
import { engineNames } from '../../../server/domain/generation/engine/engine.ts'
import { callTool, refusalOf, resultOf } from '../../../testing/agent/call-tool.ts'
import {
  generationForm,
  openGenerationService,
  usePerson,
} from '../../../testing/engines/generation.ts'
import { jsonPost } from '../../../testing/service/requests.ts'
import { resetRateLimits } from '../../../testing/service/reset-rate-limits.ts'
import { OPERATOR_EMAIL } from '../../../testing/service/service.ts'
import { workOff } from '../../../testing/service/work-off.ts'
import { use } from '../../../testing/use.ts'

const VIEWER_EMAIL = 'viewer@example.com'
const service = use(() => openGenerationService({ env: { VIEWER_EMAILS: VIEWER_EMAIL } }))
const person = usePerson(service, { credits: 20 })
let desk = ''
beforeEach(async () => {
  await resetRateLimits(service.db)
  await service.db.deleteFrom('engine_switches').execute()
  desk = await service.signIn(OPERATOR_EMAIL)
})

async function turn(engine: string, to: 'on' | 'off', reason = 'It makes cubes.', cookie = desk) {
  const response = await service.fetch(`/operator/engines/${engine}`, {
    method: 'POST',
    headers: { cookie, origin: service.baseUrl },
    body: new URLSearchParams({ turn: to, reason }),
    redirect: 'manual',
  })
  return [response.status, response.headers.get('location') ?? (await response.text())] as const
}
const page = async (path: string, cookie = desk) =>
  await (await service.fetch(path, { headers: { cookie } })).text()
const generate = async (engine: string) => {
  const response = await service.post('/api/generate', person, {
    prompt: 'a cup',
    advanced: { engine },
  })
  return [response.status, await response.json()] as const
}

const refusal = {
  error:
    'engine_4 is switched off at the moment. Choose another engine, or leave engine at auto. Nothing was charged.',
}

test('the desk shows which engines are on, who turned one off, why and since when', async () => {
  expect(await page('/operator/system')).toContain('Which engines are on?')
  expect(await page('/operator/engines/engine_4')).toContain('Turn it off')
  const [status, html] = await turn('engine_4', 'off', ' ')
  expect([status, html.includes('Enter a reason; it is shown at the desk and logged.')]).toEqual([
    400,
    true,
  ])
  expect(await turn('engine_4', 'off')).toEqual([303, '/operator/system'])
  expect((await turn('engine_4', 'off'))[0]).toBe(409)
  expect((await turn('engine_9', 'off'))[0]).toBe(404)
  const system = await page('/operator/system')
  expect(system).toMatch(
    /engine_4<[\s\S]*?>off<[\s\S]*?It makes cubes\.[\s\S]*?operator@example\.com/,
  )
  expect(await page('/operator/engines/engine_4')).toContain('Turn it on')
  const [action] = await service.deps.operatorActions.list(1)
  expect(action).toMatchObject({
    kind: 'engine_switched_off',
    subject: 'engine_4',
    by: OPERATOR_EMAIL,
    reason: 'It makes cubes.',
  })
  expect(await turn('engine_4', 'on', 'Fixed.')).toEqual([303, '/operator/system'])
  expect(await service.deps.engineSwitches.list()).toMatchObject([
    { engine: 'engine_4', isOff: false, reason: 'Fixed.', by: OPERATOR_EMAIL },
  ])
  expect((await service.deps.operatorActions.list(1))[0]?.kind).toBe('engine_switched_on')
  // An engine that was never off is already on.
  expect((await turn('engine_1', 'on'))[0]).toBe(409)
})

test('viewers and customers cannot turn an engine off', async () => {
  const viewer = await service.signIn(VIEWER_EMAIL)
  expect(await page('/operator/system', viewer)).toContain('Which engines are on?')
  expect(await page('/operator/engines/engine_4', viewer)).not.toContain('<form method="post"')
  for (const cookie of [viewer, person.cookie]) {
    expect((await turn('engine_4', 'off', 'No.', cookie))[0]).toBe(403)
  }
  expect(await service.deps.engineSwitches.list()).toEqual([])
})

test('REST refuses a request for an engine that is off, and uses the others', async () => {
  await turn('engine_4', 'off')
  expect(await generate('engine_4')).toEqual([503, refusal])
  const started = await service.fetch(
    '/api/generate/start',
    jsonPost({ prompt: 'a cup', advanced: { engine: 'engine_4' } }, person.session),
  )
  const { jobId } = await started.json()
  await workOff(service)
  const status = await service.fetch(`/api/generate/status?jobId=${jobId}`, {
    headers: person.session,
  })
  expect(await status.json()).toMatchObject({ status: 'error', ...refusal })
  expect([service.engine.calls, await service.ledger(person)]).toEqual([[], []])
  expect((await generate('auto'))[0]).toBe(200)
  expect(service.engine.asked.map(({ off }) => off)).toEqual([['engine_4']])
  // The rule includes a hi-fi text, for which the router has chosen it.
  const body = { prompt: 'a cup', mode: 'hi_fi' }
  expect((await service.post('/api/generate', person, body)).status).toBe(200)
  expect(service.engine.asked[1]).toMatchObject({ engine: 'engine_4', off: ['engine_4'] })
  await turn('engine_4', 'on')
  expect((await generate('engine_4'))[0]).toBe(200)
})

test('auto chooses among the engines that are on, even when the router chose another', async () => {
  await generate('auto')
  const [request] = service.engine.asked
  if (request === undefined) throw new Error('nothing was asked')
  const { temporaryFiles, downloads, log } = service.deps
  const account = { apiKey: 'k', apiBase: 'http://127.0.0.1:9' }
  const engines = createEngines({ tripo: account, fal: account, temporaryFiles, downloads, log })
  const every = engines.candidates(request)
  expect(every.length).toBeGreaterThan(0)
  const rest = engines.candidates({ ...request, off: every })
  expect(rest.filter((name) => every.includes(name))).toEqual([])
  expect(engines.candidates({ ...request, off: engineNames })).toEqual([])
})

test('a retexture is refused when the engine of the model is off', async () => {
  service.engine.script.start = () => ({
    kind: 'started',
    task: { source: 'tripo', engine: 'engine_4', taskId: 't', step: 0, state: {} },
  })
  const [, made] = await generate('auto')
  await turn('engine_4', 'off')
  const body = { generationId: made.generationId, prompt: 'moss' }
  const response = await service.post('/api/retexture', person, body)
  expect([response.status, await response.json()]).toEqual([503, refusal])
  expect(await service.credits(person)).toBe(19)
})

test('the page does not offer an engine that is off, and refuses a form that names it', async () => {
  await turn('engine_4', 'off')
  const html = await page('/generate', person.cookie)
  expect(html).toMatch(/<option value="engine_4"[^>]* disabled[^>]*>engine 4 \(switched off\)/)
  expect(html).not.toMatch(/<option value="engine_3"[^>]* disabled/)
  const form = generationForm({ inputMode: 'text', prompt: 'a cup', engine: 'engine_4' })
  const sent = await service.fetch('/generate', {
    method: 'POST',
    headers: { ...person.session, origin: service.baseUrl },
    body: form,
  })
  expect([sent.status, (await sent.text()).includes(refusal.error)]).toEqual([503, true])
  expect(await service.ledger(person)).toEqual([])
})

test('with one vendor, turning off its last engine switches generation off', async () => {
  // Tripo alone has a key: engine_2 and engine_2_p1 (engine-table.ts).
  const offered = ['engine_2', 'engine_2_p1'] as const
  const restore = service.replace({ engines: { offered } })
  try {
    const html = await page('/generate', person.cookie)
    expect(html).toMatch(
      /<option value="engine_4"[^>]* disabled[^>]*>engine 4 \(not available here\)/,
    )
    expect(html).not.toMatch(/<option value="engine_2"[^>]* disabled/)
    expect(await page('/operator/system')).toMatch(/engine_4<[\s\S]*?>not configured</)
    await turn('engine_2', 'off')
    expect(await page('/operator/engines/engine_2_p1')).toContain('the only engine that is on')
    expect((await generate('auto'))[0]).toBe(200)
    await turn('engine_2_p1', 'off')
    const off = {
      error: 'Generation is switched off on this server. Nothing was charged.',
    }
    expect(await generate('auto')).toEqual([503, off])
    expect(await generate('engine_4')).toEqual([503, off])
    expect(await generate('engine_2')).toEqual([
      503,
      { error: refusal.error.replace('engine_4', 'engine_2') },
    ])
    expect(await page('/generate', person.cookie)).toContain('Generation is switched off')
    expect(await service.ledger(person)).toEqual([{ kind: 'charge', credits: -1 }])
  } finally {
    restore()
  }
})

test('with all engines off, generation is refused by every interface', async () => {
  for (const engine of engineNames) await turn(engine, 'off')
  expect(await generate('auto')).toEqual([
    503,
    { error: 'Generation is switched off on this server. Nothing was charged.' },
  ])
  expect(await page('/generate', person.cookie)).toContain('Generation is switched off')
  const account = await service.account()
  const words = { prompt: 'a small vase', confirm: true }
  expect(await refusalOf(callTool(service, account, 'generate_model', words))).toContain(
    'Generation is switched off on this server.',
  )
  await turn('engine_1', 'on')
  const started = await resultOf(callTool(service, account, 'generate_model', words))
  await workOff(service)
  const { job_id } = started.fields
  const made = await resultOf(callTool(service, account, 'get_generation', { job_id }))
  expect(made.fields).toMatchObject({ status: 'done' })
})

test('the image model has a separate switch, which stops pictures and not models', async () => {
  const prompt = 'a red teapot'
  const draw = async () => {
    const response = await service.post('/api/images/generate', person, { prompt })
    return [response.status, await response.json()] as const
  }
  expect((await draw())[0]).toBe(200)
  const shown = await page('/operator/engines/images')
  expect(shown).toContain('Pictures are neither drawn nor changed, and such requests cost nothing.')
  expect(await turn('images', 'off', 'The vendor draws nonsense.')).toEqual([
    303,
    '/operator/system',
  ])
  expect(await page('/operator/system')).toMatch(
    /images<[\s\S]*?>off<[\s\S]*?The vendor draws nonsense\./,
  )
  const refused = {
    error:
      'Pictures are not drawn or changed at the moment: an operator has turned that off. Nothing was charged.',
  }
  expect(await draw()).toEqual([503, refused])
  const edit = await service.post(
    '/api/images/edit',
    person,
    generationForm({ prompt: 'in blue' }, [{}]),
  )
  expect([edit.status, edit.headers.get('x-error-code'), await edit.json()]).toEqual([
    503,
    'images_switched_off',
    refused,
  ])
  const html = await page('/pictures', person.cookie)
  expect(html).toContain('Pictures are not drawn or changed at the moment. Yours stay here')
  expect(html).toMatch(/<button type="submit" disabled[^>]*>\s*Draw it/)
  expect((await generate('auto'))[0]).toBe(200)
  expect(await turn('images', 'on', 'Fixed.')).toEqual([303, '/operator/system'])
  expect((await draw())[0]).toBe(200)
})
