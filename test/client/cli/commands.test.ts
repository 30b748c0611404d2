// The commands of svc that order nothing: keys, checks, generations, help and completion.
import { beforeAll, describe, expect, test } from 'bun:test'
import { chmodSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { AccountId } from '../../../server/domain/base/caller.ts'
import { serviceVersion } from '../../../server/domain/base/version.ts'
import { openGenerationService, pictureBytes } from '../../../testing/engines/generation.ts'
import { asciiStl, box, cubeStl } from '../../../testing/models/meshes.ts'
import { use } from '../../../testing/use.ts'
import { verifies } from '../../helpers/verifies.ts'
import { useCli } from './run-cli.ts'

const service = use(() => openGenerationService())
const cli = useCli(() => ({ SVC_URL: service.baseUrl, SVC_API_KEY: key }))
let key = ''

beforeAll(async () => {
  key = (await service.account()).apiKey
  writeFileSync(cli.at('cube.stl'), cubeStl({ sizeMm: 20 }))
})

describe('keys', () => {
  const home = () => ({ XDG_CONFIG_HOME: cli.at('config'), SVC_API_KEY: '', SVC_URL: '' })
  const file = () => cli.at('config/svc/credentials.json')

  verifies('cli.key-file', async () => {
    const login = await cli.run(['login', service.baseUrl], { env: home(), input: `${key}\n` })
    expect(login).toEqual({
      code: 0,
      stdout: `The key works and is stored in ${file()}, which only you can read.\n`,
      stderr: '',
    })
    expect(statSync(file()).mode & 0o777).toBe(0o600)
    expect(statSync(dirname(file())).mode & 0o777).toBe(0o700)
    expect(JSON.parse(readFileSync(file(), 'utf8'))).toEqual({ url: service.baseUrl, apiKey: key })

    const shown = await cli.run(['keys'], { env: home() })
    expect([shown.code, shown.stdout]).toEqual([
      0,
      expect.stringContaining(`${key.slice(0, 14)}... from ${file()}, valid`),
    ])
    expect(`${shown.stdout}${shown.stderr}`).not.toContain(key)

    // The key of one service is not sent to another.
    const elsewhere = await cli.json(6, ['keys'], {
      env: { ...home(), SVC_URL: 'http://127.0.0.1:9' },
    })
    expect(elsewhere).toMatchObject({ url: 'http://127.0.0.1:9', apiKey: null })

    chmodSync(file(), 0o644)
    const unsafe = await cli.run(['keys'], { env: home() })
    expect([unsafe.code, unsafe.stdout]).toEqual([6, ''])
    expect(unsafe.stderr).toContain(`chmod 600 ${file()}`)
    expect(unsafe.stderr).not.toContain(key)
    chmodSync(file(), 0o600)
    writeFileSync(file(), JSON.stringify({ url: service.baseUrl, apiKey: 'svc_live_1' }))
    expect((await cli.run(['keys'], { env: home() })).stderr).toContain('is damaged. Run svc login')
    expect((await cli.run(['logout'], { env: home() })).code).toBe(0)
    expect((await cli.run(['keys'], { env: home() })).stdout).toContain('none: run svc login')
  })

  test('a file that cannot be read is not treated as missing', async () => {
    // A link to itself: the system reports ELOOP for it, even to root.
    const env = { ...home(), XDG_CONFIG_HOME: cli.at('looping') }
    const path = cli.at('looping/svc/credentials.json')
    mkdirSync(dirname(path), { recursive: true })
    symlinkSync(path, path)
    const stderr = `svc: ${path} cannot be read: the system reports ELOOP.\n`
    expect(await cli.run(['keys'], { env })).toEqual({ code: 2, stdout: '', stderr })
    expect((await cli.run(['logout'], { env })).code).toBe(0)
    expect((await cli.run(['keys'], { env })).stdout).toContain('none: run svc login')
  })

  test.each<[string, number, string[], string, string]>([
    [
      'a key as an argument',
      2,
      ['login', `svc_live_${'0'.repeat(48)}`],
      '',
      'Replace it on the account page',
    ],
    ['no key', 6, ['login'], 'hunter2\n', 'neither an API key'],
    [
      'a key that the service does not know',
      6,
      ['login'],
      `svc_live_${'0'.repeat(48)}`,
      'does not know this key',
    ],
    [
      'an address without encryption',
      2,
      ['login', 'http://print.example.com'],
      'x',
      'is not encrypted',
    ],
  ])('svc login refuses %s', async (_, code, args, input, words) => {
    const run = await cli.run(args, { env: { ...home(), SVC_URL: service.baseUrl }, input })
    expect([run.code, run.stdout, run.stderr]).toEqual([code, '', expect.stringContaining(words)])
    expect(run.stderr).not.toContain('0'.repeat(48))
  })
})

describe('a check', () => {
  verifies('cli.check', async () => {
    const good = await cli.run(['check', 'cube.stl'], { env: { SVC_API_KEY: '' } })
    expect([good.code, good.stdout]).toEqual([
      0,
      expect.stringContaining('cube.stl  ready, score 95.'),
    ])
    // A plate of 0.1 mm: its two faces, of two triangles each, are thin walls.
    writeFileSync(cli.at('thin.stl'), asciiStl(box([20, 20, 0.1])))
    const args = ['check', 'thin.stl', '--picture', 'thin.png', '--json']
    const bad = await cli.runBuilt(args, { env: { SVC_API_KEY: '' } })
    expect([bad.code, bad.stderr]).toEqual([1, ''])
    expect(JSON.parse(bad.stdout)).toMatchObject({
      printStatus: 'needs-redesign',
      picture: 'thin.png',
      pictureFaults: [{ kind: 'thin_walls', color: '#1b7fe3', count: 4 }],
    })
    const png = readFileSync(cli.at('thin.png'))
    expect([...png.subarray(0, 8)]).toEqual([137, 80, 78, 71, 13, 10, 26, 10])
    // Width and height in the PNG header.
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([800, 800])
  })
})

describe('a price', () => {
  const noKey = { env: { SVC_API_KEY: '' } }

  // contract.md 2.7: the box of 40 x 30 x 20 mm weighs 14 g in PETG at 20 %; $0.12 a gram in Black, $0.20 in any other color or none.
  test.each<[string[], number]>([
    [['--color', 'Black'], 8.68],
    [[], 9.8],
  ])('of a size needs no key %p', async (color, total) => {
    const args = ['price', '40x30x20', '--material', 'petg', ...color]
    expect(await cli.json(0, args, noKey)).toMatchObject({
      dimensionsMm: [40, 30, 20],
      grams: 14,
      shipping: 7,
      total,
    })
    expect((await cli.run(args, noKey)).stdout).toContain(
      `total    ${`$${total.toFixed(2)}`.padStart(9)}`,
    )
  })

  test('of a file measures the file locally, in the named unit', async () => {
    writeFileSync(cli.at('box.stl'), asciiStl(box([4, 3, 2])))
    const args = ['price', 'box.stl', '--units', 'cm', '--material', 'petg', '--color', 'Black']
    const run = await cli.runBuilt([...args, '--json'], noKey)
    expect([run.code, run.stderr]).toEqual([0, ''])
    expect(JSON.parse(run.stdout)).toMatchObject({ dimensionsMm: [40, 30, 20], total: 8.68 })
    expect((await cli.run(['price', '20x20', ...args.slice(2)], noKey)).code).toBe(2)
    expect((await cli.run(['price', '400x20x20'], noKey)).code).toBe(1)
  })
})

describe('a price of a stored model', () => {
  test('is the amount that an order by volume is charged', async () => {
    writeFileSync(cli.at('stored.stl'), asciiStl(box([20, 20, 20])))
    const quoted = await cli.json(0, ['quote', 'stored.stl', '--color', 'Black'])
    const { modelUrl } = quoted as { modelUrl: string }
    const args = ['price', modelUrl, '--color', 'Black', '--infill', '100', '--country', 'de']
    // 8 cm3 x 1.26 = 10.08 g, billed as 11: $1.32, and $30 of postage.
    expect(await cli.json(0, args)).toMatchObject({ total: 31.32, infill: 100, country: 'DE' })
    expect((await cli.run(args)).stdout).toContain('total       $31.32')
    expect((await cli.run(args, { env: { SVC_API_KEY: '' } })).code).toBe(6)
    expect((await cli.run(['price', '40x30x20', '--infill', '50'])).code).toBe(2)
  })
})

describe('standard input', () => {
  const input = new TextDecoder().decode(asciiStl(box([20, 20, 20])))

  test('is a model to check and to price', async () => {
    const checked = await cli.runBuilt(['check', '-', '--json'], { input })
    expect([checked.code, checked.stderr]).toEqual([0, ''])
    expect(JSON.parse(checked.stdout)).toMatchObject({ printStatus: 'ready' })
    const quoted = await cli.json(0, ['quote', '-', '--color', 'Black'], { input })
    expect(quoted).toMatchObject({ dimensionsMm: [20, 20, 20] })
  })

  test.each<[string[], string, string]>([
    [['check', '-'], '', 'There is no model on standard input'],
    [['check', '-'], '', 'Send it like this: svc check - < part.stl'],
    [['price', '-'], '', 'Send it like this: svc price - < part.stl'],
    [['check', 'cube.stl', '--format', 'obj'], input, '--format is for a model on standard input'],
    [['price', '40x30x20', '--format', 'obj'], input, '--format is for a model on standard input'],
    [['price', 'gs://a/b.stl', '--format', 'obj'], input, '--format is for a model on'],
    [['quote', 'gs://a/b.stl', '--format', 'obj'], input, '--format is for a model on'],
    [['order', 'gs://a/b.stl', '--format', 'obj'], input, '--format is for a model on'],
    [['order', 'quote_1', '--format', 'obj'], input, '--format is for a model on'],
    [['order', '-'], input, 'A model on standard input needs --yes or --dry-run'],
    [['check', '-', '--format', 'step'], input, '--format must be one of stl, obj, 3mf, glb, gltf'],
  ])('that is invalid: %p', async (args, given, words) => {
    const run = await cli.run(args, { input: given })
    expect([run.code, run.stderr]).toEqual([2, expect.stringContaining(words)])
  })
})

describe('a service that does not respond', () => {
  test.each<[string[]]>([
    [['orders']],
    [['materials']],
    [['price', '20x20x20']],
    [['check', 'cube.stl']],
    [['quote', 'cube.stl']],
    [['keys']],
  ])('ends %p after --timeout', async (args) => {
    const silent = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data: () => {} } })
    try {
      const env = { SVC_URL: `http://127.0.0.1:${silent.port}` }
      const ended: string[] = []
      const run = async (seconds: string) => {
        const { code, stdout } = await cli.run([...args, '--timeout', seconds], { env })
        ended.push(seconds)
        return [code, stdout]
      }
      // Without the option, both would wait equally long, and the first one would end first. On a busy machine, a process starts some
      // seconds late.
      const runs = [run('8'), run('1')]
      expect(await Promise.all(runs)).toEqual([
        [5, ''],
        [5, ''],
      ])
      expect(ended).toEqual(['1', '8'])
    } finally {
      silent.stop(true)
    }
  })

  test('does not fail orders when it restarts', async () => {
    let refused = 0
    const restarting = Bun.serve({
      hostname: '127.0.0.1',
      port: 0,
      fetch: async (request) => {
        refused += 1
        if (refused <= 2) return new Response('Bad gateway', { status: 502 })
        const { pathname } = new URL(request.url)
        const { method, headers } = request
        return service.fetch(pathname, { method, headers, body: await request.text() })
      },
    })
    try {
      const env = { SVC_URL: `http://127.0.0.1:${restarting.port}` }
      const run = await cli.run(['orders'], { env })
      expect([run.code, run.stderr, refused]).toEqual([0, '', 3])
    } finally {
      await restarting.stop(true)
    }
  })
})

describe('a generation', () => {
  verifies('cli.generate', async () => {
    const worker = await service.service.startWorker()
    try {
      const done = await cli.json(0, ['generate', 'a hook', '--yes', '--wait'])
      expect(done).toMatchObject({
        status: 'done',
        modelUrl: expect.stringMatching(/^gs:/),
        creditsCharged: 1,
        error: null,
      })
      const id = String(Reflect.get(Object(done), 'jobId'))
      const shown = await cli.run(['generate', '--job', id])
      expect([shown.code, shown.stdout]).toEqual([
        0,
        expect.stringContaining('Price it:    svc quote gs://'),
      ])
      const refused = await cli.run(['generate', 'something forbidden', '--yes', '--wait'])
      expect([refused.code, refused.stderr]).toEqual([
        1,
        expect.stringContaining('was refused by moderation'),
      ])
    } finally {
      await worker.stop()
    }
  })

  test('of a picture needs an extension token', async () => {
    writeFileSync(cli.at('photo.png'), 'not really a picture')
    const without = await cli.run(['generate', '--image', 'photo.png', '--yes'])
    expect([without.code, without.stderr]).toEqual([
      6,
      expect.stringContaining('need an extension token'),
    ])
    const person = await service.person()
    const SVC_EXTENSION_TOKEN = person.token.authorization.replace('Bearer ', '')
    const queued = await cli.json(0, ['generate', '--image', 'photo.png', '--yes'], {
      env: { SVC_EXTENSION_TOKEN },
    })
    expect(queued).toEqual({ jobId: expect.any(String), status: 'queued' })
    const unconfirmed = await cli.run(['generate', 'a hook'])
    expect([unconfirmed.code, unconfirmed.stderr]).toEqual([
      2,
      expect.stringContaining('spends 1 credit'),
    ])
  })

  test('is awaited no longer than --for, and continues', async () => {
    // No worker runs, so the job stays in the queue.
    const account = await service.account()
    await service.setCredits(account, 20)
    const env = { SVC_API_KEY: account.apiKey }
    const words = ['generate', 'a hook', '--yes', '--wait', '--for', '1']
    const over = await cli.json(5, words, { env })
    const jobId = String(Reflect.get(Object(over), 'jobId'))
    const next = `svc generate --job ${jobId} --wait`
    expect(over).toEqual({
      error: `${jobId} is still queued after 1 s. It is still in progress. To keep waiting: ${next}`,
      exitCode: 5,
      jobId,
      status: 'queued',
      next,
    })
    const drafts = await cli.json(5, [...words, '--drafts'], { env })
    expect(drafts).toMatchObject({
      status: 'queued',
      drafts: Array(4).fill(expect.any(String)),
      next: expect.stringMatching(/^svc generate --job [0-9a-f-]{36} --wait$/),
    })
    const alone = await cli.run(['generate', '--job', jobId, '--for', '1'], { env })
    expect([alone.code, alone.stderr]).toEqual([
      2,
      expect.stringContaining('--for requires --wait.'),
    ])
  })

  test.each<[string, string[], string]>([
    ['an order', ['track', 'SVC-AAAAAA', '--watch'], 'The state of order SVC-AAAAAA is not known'],
    ['a generation', ['generate', '--job', 'job', '--wait'], 'The state of job is not known'],
  ])(
    'and %s whose read hangs end at --for, or at --timeout with the error of the read',
    async (_, args, unknown) => {
      const silent = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data: () => {} } })
      try {
        const env = { SVC_URL: `http://127.0.0.1:${silent.port}` }
        const limited = await cli.run([...args, '--for', '1'], { env })
        expect([limited.code, limited.stderr]).toEqual([5, expect.stringContaining(unknown)])
        const timed = await cli.run([...args, '--for', '600', '--timeout', '1'], { env })
        expect([timed.code, timed.stderr]).toEqual([5, expect.not.stringContaining('after 600 s')])
      } finally {
        silent.stop(true)
      }
    },
  )

  const withToken = async () => {
    const person = await service.person({ credits: 20 })
    const SVC_EXTENSION_TOKEN = person.token.authorization.replace('Bearer ', '')
    return { person, env: { SVC_EXTENSION_TOKEN } }
  }
  const sentOf = async (accountId: AccountId) => {
    const body = await service.db
      .selectFrom('generation_jobs')
      .innerJoin('generation_bodies', 'generation_bodies.job_id', 'generation_jobs.id')
      .select('bytes')
      .where('account_id', '=', accountId)
      .executeTakeFirstOrThrow()
    return body.bytes.toString()
  }

  test('has a size, from words with a key and from a picture with a token', async () => {
    const account = await service.account()
    const env = { SVC_API_KEY: account.apiKey }
    const words = ['generate', 'a hook', '--size', '120', '--yes']
    await cli.json(0, words, { env })
    expect(JSON.parse(await sentOf(account.accountId))).toMatchObject({ advanced: { sizeMm: 120 } })
    const tooLarge = await cli.run(['generate', 'a hook', '--size', '341', '--yes'])
    expect([tooLarge.code, tooLarge.stderr]).toEqual([2, expect.stringContaining('from 5 to 340')])

    writeFileSync(cli.at('photo.png'), pictureBytes(100))
    const { env: token, person } = await withToken()
    const picture = ['generate', '--image', 'photo.png', '--size', '90', '--yes']
    await cli.json(0, picture, { env: token })
    expect(await sentOf(person.accountId)).toContain('name="sizeMm"\r\n\r\n90\r\n')
  })

  test('takes a style and an email address only with a token', async () => {
    const words = ['generate', 'a hook', '--style', 'low poly', '--notify']
    const without = await cli.run([...words, '--yes'])
    expect([without.code, without.stderr]).toEqual([
      6,
      expect.stringContaining('--style and --notify need an extension token'),
    ])
    const { env, person } = await withToken()
    await cli.json(0, [...words, '--yes'], { env })
    expect(JSON.parse(await sentOf(person.accountId))).toEqual({
      prompt: 'a hook',
      mode: 'fast_draft',
      style: 'low poly',
      notify: true,
    })
  })

  test('makes drafts, lists them, and refines one', async () => {
    const unasked = await cli.run(['generate', 'a fox', '--drafts'])
    expect([unasked.code, unasked.stderr]).toEqual([2, expect.stringContaining('spends 4 credits')])
    const worker = await service.service.startWorker()
    try {
      const account = await service.account()
      await service.setCredits(account, 10)
      const env = { SVC_API_KEY: account.apiKey }
      const listed = await cli.run(['generate', 'a fox', '--drafts', '--wait', '--yes'], { env })
      expect([listed.code, listed.stdout]).toEqual([
        0,
        expect.stringMatching(
          /^4 of 4 drafts are done:\n( {2}\d {2}[0-9a-f-]{36} {2}.*gs:.*\n){4}/,
        ),
      ])
      const [, draftId = ''] = /1 {2}([0-9a-f-]{36})/.exec(listed.stdout) ?? []
      const price = await cli.run(['generate', '--refine', draftId], { env })
      expect([price.code, price.stderr]).toEqual([2, expect.stringContaining('spends 3 credits')])
      const refined = await cli.json(0, ['generate', '--refine', draftId, '--wait', '--yes'], {
        env,
      })
      expect(refined).toMatchObject({ status: 'done', creditsCharged: 3 })
      expect(await service.credits(account)).toBe(3)
    } finally {
      await worker.stop()
    }
  })

  test('of drafts without --wait shows their ids, also from a picture', async () => {
    writeFileSync(cli.at('photo.png'), pictureBytes(100))
    const { env, person } = await withToken()
    const queued = await cli.json(0, ['generate', '--image', 'photo.png', '--drafts', '--yes'], {
      env,
    })
    const drafts: unknown = Reflect.get(Object(queued), 'drafts')
    expect(drafts).toEqual(Array(4).fill(expect.any(String)))
    expect(await service.credits(person)).toBe(12)
    const again = await cli.run(['generate', 'a fox', '--drafts', '--yes'], {
      env: { ...env, SVC_API_KEY: '' },
    })
    expect(again.stdout).toContain('Refine one:  svc generate --refine ID')
  })

  test.each<[string[], string]>([
    [['a fox', '--drafts', '--quality', 'hifi'], '--drafts makes drafts'],
    [['a fox', '--refine', 'one', '--size', '80'], 'so it goes without a text and --size'],
    [['--job', 'one', '--size', '80'], '--job shows a generation'],
  ])('refuses conflicting options: %p', async (words, sentence) => {
    const run = await cli.run(['generate', ...words, '--yes'])
    expect([run.code, run.stderr]).toEqual([2, expect.stringContaining(sentence)])
  })
})

describe('an invalid command line', () => {
  test.each<[string[], string]>([
    [[], ''],
    [['qoute'], 'svc has no command qoute. Did you mean svc quote?'],
    [
      ['quote', 'cube.stl', '--materail', 'pla'],
      'svc quote has no option --materail. Did you mean --material?',
    ],
    [['quote', 'cube.stl', '--colour', 'Black'], 'Did you mean --color?'],
    [['quote', 'cube.stl', '--material', 'petgg'], 'not "petgg". Did you mean petg?'],
    [
      ['quote', 'cube.stl', '--quantity', '51'],
      '--quantity must be a whole number from 1 to 50, not "51".',
    ],
    [['quote', 'cube.stl', '--quantity', '2', '--quantity', '3'], '--quantity is given twice.'],
    [['quote', 'cube.stl', '--infill'], '--infill needs a value'],
    [['quote', 'cube.stl', 'other.stl'], 'svc quote does not take "'],
    [['quote', 'none.stl'], '/none.stl.'],
    [['quote', 'part.gcode'], '/part.gcode.'],
    [['quote', 'cube.stl', '--country', 'Germany'], 'give its two letters'],
    [['order', 'cube.stl', '--name', 'Ada'], 'Add --street1, --city, --state, --zip, --email'],
    [['order', 'cube.stl', '--address', 'none.json'], 'none.json cannot be read'],
    [
      ['order', 'quote_1', '--material', 'pla', '--address', 'ok.json'],
      '--material cannot be given with a quote',
    ],
    [['track'], 'Which order?'],
    [['completion', 'bsh'], 'Did you mean bash?'],
    [['keys', '--url', 'example'], 'is not the address of a service'],
  ])('%p', async (args, words) => {
    const ok = { name: 'A', street1: 'B', city: 'C', state: 'D', zip: 'E', email: 'a@example.com' }
    writeFileSync(cli.at('ok.json'), JSON.stringify(ok))
    const run = await cli.run(args)
    expect([run.code, run.stderr]).toEqual([2, expect.stringContaining(words)])
  })

  test('tells a file that cannot be read from one that is missing', async () => {
    symlinkSync(cli.at('loop.stl'), cli.at('loop.stl'))
    const error = `${cli.at('loop.stl')} cannot be read: the system reports ELOOP.`
    expect(await cli.json(2, ['quote', 'loop.stl'])).toEqual({ error, exitCode: 2 })
    // A parent of this path is a file.
    expect((await cli.run(['quote', cli.at('cube.stl/none.stl')])).stderr).toBe(
      `svc: There is no file ${cli.at('cube.stl/none.stl')}.\n`,
    )
  })

  test('names the wrong field of an address file', async () => {
    writeFileSync(cli.at('typo.json'), '{"name": "Ada", "stret1": "1 Main Street"}')
    const run = await cli.json(2, ['order', 'cube.stl', '--address', 'typo.json'])
    expect(run).toEqual({
      error: `${cli.at('typo.json')} has an unknown field "stret1". Did you mean street1?`,
      exitCode: 2,
    })
  })
})

describe('help and completion', () => {
  test('every command describes its purpose and its options, and the program describes its exit codes', async () => {
    const { stdout } = await cli.run(['--help'])
    for (const word of ['login', 'quote', 'order', 'SVC_API_KEY', 'NO_COLOR', '  4 ', '  130 ']) {
      expect(stdout).toContain(word)
    }
    expect((await cli.run(['order', '--help'])).stdout).toContain('--idempotency-key KEY')
    expect((await cli.runBuilt(['--version'])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
  })

  /** Returns Bash's completions of the last word. */
  const completed = async (words: readonly string[]) => {
    writeFileSync(cli.at('svc.bash'), (await cli.run(['completion', 'bash'])).stdout)
    const line = words.map((word) => `'${word}'`).join(' ')
    const script = `source '${cli.at('svc.bash')}'; COMP_WORDS=(${line}); COMP_CWORD=${words.length - 1}; _svc; echo "\${COMPREPLY[@]}"`
    const { stdout, stderr } = Bun.spawnSync(['bash', '-c', script], { env: cli.environment() })
    expect(stderr.toString()).toBe('')
    return stdout.toString().trim()
  }

  test.each<[string[], string]>([
    [['svc', 'or'], 'order orders'],
    [['svc', 'quote', '--ma'], '--material'],
    [['svc', 'quote', 'part.stl', '--material', 'p'], 'pla petg'],
    [['svc', 'order', '--address', ''], ''],
    [['svc', 'completion', 'z'], 'zsh'],
  ])('bash completes %p', async (words, offered) => {
    expect(await completed(words)).toBe(offered)
  })

  test.each(['zsh', 'fish'])('the script of %s loads without an error', async (shell) => {
    const script = (await cli.run(['completion', shell])).stdout
    expect(script).toContain('petg')
    if (Bun.which(shell) === null) return
    const path = cli.at(`svc.${shell}`)
    writeFileSync(path, script)
    expect(Bun.spawnSync([shell, '-n', path]).exitCode).toBe(0)
  })
})

test('a version other than that of the service is reported after the command, with the package to install', async () => {
  const notice = `svc 0.0.1 is not the version of ${service.baseUrl}, ${serviceVersion}. Install that one: npm install --global ${service.baseUrl}/clients/svc-cli.tgz\n`
  for (const words of [['keys'], ['materials'], ['orders'], ['track', 'SVC-AAAAAA']]) {
    const other = await cli.run(words, { version: '0.0.1' })
    const same = await cli.run(words)
    expect([other.code, other.stdout]).toEqual([same.code, same.stdout])
    expect([words, other.stderr.includes(notice), same.stderr.includes(notice)]).toEqual([
      words,
      true,
      false,
    ])
    // A program that runs from its sources has no version.
    expect((await cli.run(words, { version: 'source' })).stderr).toBe(same.stderr)
  }
})
