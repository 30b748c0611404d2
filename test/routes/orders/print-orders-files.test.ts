// POST /api/print/orders: accepted files, the interpretation of their numbers, and the stored objects.
import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Geometry } from '../../../server/domain/measurement/ports.ts'
import { orderRow } from '../../../testing/database/rows.ts'
import { gcode, slicedArchive } from '../../../testing/models/gcode.ts'
import {
  asciiStl,
  binaryStl,
  box,
  cube3mf,
  cubeGlb,
  cubeStl,
  meshXml,
  modelArchive,
  withoutTriangles,
} from '../../../testing/models/meshes.ts'
import { zipArchive } from '../../../testing/models/zip.ts'
import {
  type FilePart,
  type FormChanges,
  placed,
  refusal,
  submit,
} from '../../../testing/people/submit.ts'
import { use, useService } from '../../../testing/use.ts'
import { requirement, verifies } from '../../helpers/verifies.ts'

const service = useService()
const account = use(() => service.account())

const order = (name: string, bytes: FilePart['bytes'], fields: FormChanges = {}) =>
  placed(submit(service, account, { fields, file: { name, bytes } }))
const refused = (name: string, bytes: FilePart['bytes'], fields: FormChanges = {}) =>
  refusal(submit(service, account, { fields, file: { name, bytes } }))
const stored = (code: string) => orderRow(service.db, code)

/** 3.03 g of filament in 20 min 10 s. */
const sliced = gcode({ lengthMm: '1000.00', volumeCm3: '2.41', grams: '3.03', time: '20m 10s' })
const plainCube = cubeStl({ sizeMm: 20 })

verifies(
  'decision.open-mesh',
  'an open mesh is billed as if its holes were closed, and stored as it was sent',
  async () => {
    const cube = withoutTriangles(box([30, 30, 30]), 0)
    const [first, ...others] = cube.triangles
    if (first === undefined) throw new Error('the box has no triangles')
    const [a, b, c] = first
    const sent = binaryStl({ positions: cube.positions, triangles: [[a, c, b], ...others] })
    const { code, breakdown } = await order('open.stl', sent)
    // 27 cm3 x (0.30 + 0.70 x 20 %) x 1.26 g/cm3 = 14.97 g.
    expect(breakdown.grams).toBe(15)
    const { file_sha256 } = await stored(code)
    expect(file_sha256).toBe(new Bun.CryptoHasher('sha256').update(sent).digest('hex'))
  },
)

describe('accepted files', () => {
  const accepted = [
    { id: requirement('orders.submit.file-stl'), name: 'cube.stl', bytes: plainCube, grams: 5 },
    {
      id: requirement('orders.submit.file-glb'),
      name: 'cube.glb',
      bytes: cubeGlb({ sizeMm: 20 }),
      grams: 5,
    },
    { id: requirement('orders.submit.file-gcode'), name: 'cube.gcode', bytes: sliced, grams: 4 },
    {
      id: requirement('orders.submit.file-3mf'),
      name: 'cube.3mf',
      bytes: cube3mf({ sizeMm: 20 }),
      grams: 5,
    },
    {
      id: requirement('orders.submit.file-gcode-3mf'),
      name: 'cube.gcode.3mf',
      bytes: slicedArchive([sliced]),
      grams: 4,
    },
  ] as const
  for (const { id, name, bytes, grams } of accepted) {
    verifies(id, async () => {
      for (const spelling of [name, name.toUpperCase()]) {
        const { code, breakdown, paid } = await order(spelling, bytes)
        expect([paid, breakdown.grams]).toEqual([true, grams])
        const extension = name.split('.').at(-1)
        expect(await stored(code)).toMatchObject({ file_name: spelling, file_format: extension })
      }
    })
  }

  verifies('limits.order.file', async () => {
    const names = ['a.stl', 'a.glb', 'a.gcode', 'a.gcode.3mf']
    const files = [plainCube, cubeGlb({ sizeMm: 20 }), sliced, slicedArchive([sliced])]
    for (const [index, name] of names.entries()) {
      expect((await order(name, files[index] ?? '')).paid).toBe(true)
    }
    const form = new FormData()
    form.append('file', new Blob([plainCube]), 'one.stl')
    form.append('file', new Blob([plainCube]), 'two.stl')
    const sent = { method: 'POST', headers: account.headers, body: form }
    expect(await refusal(service.fetch('/api/print/orders', sent))).toEqual([
      400,
      'The multipart body could not be read: it has more than one file. Send one file.',
    ])
  })

  test('an ASCII STL weighs as much as the binary one', async () => {
    const { breakdown } = await order('ascii.stl', asciiStl(box([20, 20, 20])))
    expect(breakdown.grams).toBe(5)
  })
})

describe('refused extensions', () => {
  const unsupported = [
    415,
    'Unsupported file. Send an STL or GLB model, or an already-sliced .gcode / .gcode.3mf.',
  ] as [number, unknown]

  verifies('orders.submit.file-obj-refused', async () => {
    expect(await refused('model.obj', 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n')).toEqual(unsupported)
    expect(await refused('MODEL.OBJ', plainCube)).toEqual(unsupported)
  })

  verifies('orders.submit.file-other-refused', async () => {
    const names = [
      'part',
      'part.',
      'part.step',
      'part.stl.zip',
      'part.gltf',
      'stl',
      'part.stl ',
      '.bgcode',
    ]
    for (const name of names) {
      expect([name, ...(await refused(name, plainCube))]).toEqual([name, ...unsupported])
    }
  })
})

describe('interpretation of numbers', () => {
  verifies('decision.stl-millimeters', async () => {
    // 30 mm: 27 x 0.5544 = 14.9688 g.
    expect((await order('a.stl', cubeStl({ sizeMm: 30 }))).breakdown.grams).toBe(15)
  })

  verifies('decision.glb-meters', async () => {
    // 0.03 m.
    expect((await order('a.glb', cubeGlb({ sizeMm: 30 }))).breakdown.grams).toBe(15)
  })

  verifies(['decision.units-override', 'decision.units-stored'], async () => {
    const inch = binaryStl(box([1, 1, 1]))
    const weighed = async (units: string | undefined, bytes = inch) => {
      const { code, breakdown } = await order('unit.stl', bytes, { units, infill: '100' })
      return [breakdown.grams, (await stored(code)).units]
    }
    expect(await weighed(undefined)).toEqual([1, null])
    expect(await weighed('mm')).toEqual([1, 'mm'])
    expect(await weighed('cm')).toEqual([2, 'cm']) // 1.26
    expect(await weighed('in')).toEqual([21, 'in']) // 16.387064 x 1.26 = 20.6477
    expect(await weighed('m', binaryStl(box([0.03, 0.03, 0.03])))).toEqual([35, 'm']) // 34.02
    const meters = await order('unit.glb', cubeGlb({ sizeMm: 300 }), { units: 'in' })
    expect(meters.breakdown.grams).toBe(1) // 0.3 in: 0.442 cm3 x 0.5544
  })

  verifies('decision.3mf-mesh', async () => {
    // One cubic inch, and another cube stretched to two: 3 in3 = 49.161192 cm3; x 0.5544 = 27.255.
    const object = `<resources><object id="1" type="model">${meshXml(box([1, 1, 1]))}</object></resources>`
    const items = '<item objectid="1"/><item objectid="1" transform="1 0 0 0 1 0 0 0 2 5 0 0"/>'
    const bytes = modelArchive(`${object}<build>${items}</build>`, { unit: 'inch' })
    expect((await order('two.3mf', bytes)).breakdown.grams).toBe(28)
    // An object outside the build is not printed.
    const spare = `<resources><object id="1" type="model">${meshXml(box([1, 1, 1]))}</object><object id="2" type="model">${meshXml(box([9, 9, 9]))}</object></resources>`
    const one = modelArchive(`${spare}<build><item objectid="1"/></build>`, { unit: 'inch' })
    expect((await order('one.3mf', one)).breakdown.grams).toBe(10) // 16.387064 x 0.5544 = 9.0850
  })

  verifies('decision.3mf-sliced', async () => {
    // The archive has both g-code and a model: the g-code counts, whatever the name is.
    const bytes = modelArchive(
      `<resources><object id="1" type="model">${meshXml(box([30, 30, 30]))}</object></resources><build><item objectid="1"/></build>`,
      { extra: [{ name: 'Metadata/plate_1.gcode', data: sliced }] },
    )
    for (const name of ['plain-name.3mf', 'part.gcode.3mf']) {
      const { code, breakdown } = await order(name, bytes)
      expect([breakdown.grams, breakdown.printHours]).toEqual([4, 0.34]) // 1210 s
      expect((await stored(code)).infill).toBe(100)
    }
  })

  verifies('decision.3mf-neither', async () => {
    const empty = modelArchive('<resources/><build/>')
    const other = zipArchive([{ name: 'readme.txt', data: 'nothing to print' }])
    for (const bytes of [empty, other]) {
      const [status, error] = await refused('nothing.3mf', bytes)
      expect(status).toBe(422)
      expect(String(error)).toStartWith("We couldn't read a printable mesh from that file. ")
    }
  })
})

describe('unreadable meshes', () => {
  const triangle = (corners: number[]) => {
    const bytes = Buffer.alloc(84 + 50)
    bytes.writeUInt32LE(1, 80)
    for (const [index, value] of corners.entries()) bytes.writeFloatLE(value, 84 + 12 + 4 * index)
    return new Uint8Array(bytes)
  }
  const infinite = (bytes: Uint8Array<ArrayBuffer>) => {
    const copy = Buffer.from(bytes)
    copy.writeFloatLE(Number.POSITIVE_INFINITY, 84 + 12)
    return new Uint8Array(copy)
  }

  const bad = [
    {
      id: requirement('decision.mesh-no-triangles'),
      bytes: binaryStl({ positions: [], triangles: [] }),
      reason: /no triangle/i,
    },
    {
      id: requirement('decision.mesh-non-finite'),
      bytes: infinite(plainCube),
      reason: /finite|infinite|not a number/i,
    },
    {
      id: requirement('decision.mesh-zero-volume'),
      // A flat square, closed on both sides.
      bytes: binaryStl({
        positions: [
          [0, 0, 0],
          [10, 0, 0],
          [10, 10, 0],
          [0, 10, 0],
        ],
        triangles: [
          [0, 1, 2],
          [0, 2, 3],
          [0, 2, 1],
          [0, 3, 2],
        ],
      }),
      reason: /volume/i,
    },
    {
      id: requirement('decision.mesh-degenerate'),
      bytes: triangle([0, 0, 0, 1, 1, 1, 2, 2, 2]),
      reason: /degenerate|no area|volume/i,
    },
  ] as const
  for (const { id, bytes, reason } of bad) {
    verifies(id, async () => {
      const [status, error] = await refused('bad.stl', bytes)
      expect(status).toBe(422)
      const [, words] =
        /^We couldn't read a printable mesh from that file\. (.*)$/.exec(String(error)) ?? []
      expect(words).toMatch(reason)
    })
  }

  verifies('orders.submit.error.unreadable-mesh', async () => {
    const start = "We couldn't read a printable mesh from that file. "
    const garbage: [string, FilePart['bytes']][] = [
      ['text.stl', 'this is a letter, not a mesh'],
      ['cut.stl', plainCube.slice(0, 400)],
      ['empty.glb', 'glTF'],
      ['zip.3mf', 'PK\u0003\u0004 and then nothing'],
      ['words.gcode', 'hello printer\n'],
    ]
    const messages = new Set<string>()
    for (const [name, bytes] of garbage) {
      const [status, error] = await refused(name, bytes)
      expect([name, status]).toEqual([name, 422])
      expect(String(error)).toStartWith(start)
      expect(String(error).length).toBeGreaterThan(start.length + 10)
      messages.add(String(error))
    }
    // The message names the problem, so different files get different messages.
    expect(messages.size).toBe(garbage.length)
  })
})

describe('stored objects', () => {
  verifies(['decision.content-addressed', 'decision.farm-gets-original'], async () => {
    const open = binaryStl(box([21, 21, 21]))
    const { code } = await order('original.stl', open)
    const row = await stored(code)
    const sha256 = new Bun.CryptoHasher('sha256').update(open).digest('hex')
    expect(row).toMatchObject({
      file_sha256: sha256,
      file_size_bytes: open.byteLength,
      file_name: 'original.stl',
    })
    const key = service.deps.objects.parseUri(row.file_uri)
    expect(key).toContain(sha256)
    const copy = join(service.stateDir, 'copy')
    await service.deps.objects.fetchToFile(key ?? '', copy)
    expect(new Uint8Array(readFileSync(copy))).toEqual(new Uint8Array(open))
    // The same bytes under another name are the same object.
    const again = await stored((await order('renamed.stl', open)).code)
    expect([again.file_uri, again.file_name]).toEqual([row.file_uri, 'renamed.stl'])
  })

  verifies('decision.measured-once', async () => {
    let measured = 0
    const real = service.deps.geometry
    const geometry: Geometry = {
      measure: (request) => {
        measured += 1
        return real.measure(request)
      },
    }
    service.replace({ geometry })
    const bytes = cubeStl({ sizeMm: 24 })
    const other = await service.account()
    for (const caller of [account, account, other]) {
      await placed(submit(service, caller, { file: { name: 'once.stl', bytes } }))
    }
    expect(measured).toBe(1)
    // A refusal is stored as well.
    const flat = binaryStl(box([10, 10, 0]))
    const first = await refused('flat.stl', flat)
    expect(await refused('flat.stl', flat)).toEqual(first)
    expect(measured).toBe(2)
    // In another unit, the file has another measurement.
    await order('once.stl', bytes, { units: 'cm' })
    expect(measured).toBe(3)
  })

  test('a path in a file name is dropped, and a very long name is cut', async () => {
    const named = async (name: string) =>
      (await stored((await order(name, plainCube)).code)).file_name
    expect(await named('C:\\Users\\ada\\part.stl')).toBe('part.stl')
    expect(await named('../../etc/part.stl')).toBe('part.stl')
    const long = await named(`${'x'.repeat(400)}.stl`)
    expect([long.length, long.endsWith('x.stl')]).toEqual([200, true])
  })
})
