// Job folders: their contents, and those of dead processes.
import { afterEach, beforeEach, expect, test } from 'bun:test'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { removeFolder, WorkFolder } from '../../slicer-bridge/run/work-folder.ts'

let base: string
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'slicer-work-'))
})
afterEach(() => rmSync(base, { recursive: true, force: true }))

test('a job folder contains the profile and the model, and is removed with its job', async () => {
  const stl = join(base, 'part.stl')
  writeFileSync(stl, 'the model')
  const work = new WorkFolder(join(base, 'deep', 'work'))
  const profiles = { 'profile.ini': 'layer_height = 0.2\n', 'printing.ini': 'temperature = 215\n' }
  const [one, two] = await Promise.all([work.makeJob(stl, profiles), work.makeJob(stl, {})])
  expect(one).not.toBe(two)
  for (const [name, text] of Object.entries(profiles)) {
    expect(readFileSync(join(one, name), 'utf8')).toBe(text)
  }
  expect(readdirSync(two)).toEqual(['model.stl'])
  expect(readFileSync(join(one, 'model.stl'), 'utf8')).toBe('the model')
  await removeFolder(one)
  await work.remove()
  expect(readdirSync(join(base, 'deep', 'work'))).toEqual([])
  expect(readFileSync(stl, 'utf8')).toBe('the model')
})

test('sweeping a base folder that cannot be read fails, and one that is missing does not', async () => {
  await new WorkFolder(join(base, 'missing')).sweep()
  writeFileSync(join(base, 'file'), '')
  await expect(new WorkFolder(join(base, 'file')).sweep()).rejects.toThrow('ENOTDIR')
})

test('sweeping removes the folders of dead processes, and only those', async () => {
  const living = new WorkFolder(base)
  await living.makeJob(import.meta.path, {})
  const [own] = readdirSync(base)
  const hour = 3_600_000
  const make = (name: string, ageMs = 0) => {
    mkdirSync(join(base, name, 'job-x'), { recursive: true })
    const then = new Date(Date.now() - ageMs)
    utimesSync(join(base, name), then, then)
    return name
  }
  const dead = Bun.spawnSync(['true']).pid
  make(`slices-${hostname()}-${dead}-0123abcd`)
  // A predecessor with our process id, as after a restart in a container.
  make(`slices-${hostname()}-${process.pid}-0123abcd`)
  make(`slices-another-machine-${dead}-0123abcd`, 2 * hour)
  const kept = [
    make(`slices-${hostname()}-${process.ppid}-0123abcd`, 2 * hour),
    make(`slices-another-machine-${dead}-4567abcd`),
    make('slices-of-another-server', 2 * hour),
    make('unrelated', 2 * hour),
  ]
  await new WorkFolder(base).sweep()
  expect(readdirSync(base).toSorted()).toEqual([own ?? '', ...kept].toSorted())
})

test('sweeping a folder that does not exist yet does nothing', async () => {
  await new WorkFolder(join(base, 'none')).sweep()
  expect(readdirSync(base)).toEqual([])
})
