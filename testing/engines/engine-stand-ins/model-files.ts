// The host of the models: links without a key, each for one task, valid or expired as its script says.

import { unitModel } from '../../../server/adapters/engines/demo/sample-model.ts'
import { glb, sphere } from '../../models/meshes.ts'
import type { TaskBook } from './task-book.ts'

/** One unit long, like the vendors' models. */
const usual = unitModel({
  prompt: 'vase',
  variety: 'stand-in',
  paintPrompt: 'blue',
  textured: true,
})
const makeLarge = () => glb(sphere({ radius: 0.5, rings: 300, segments: 460 }))
let large: Uint8Array<ArrayBuffer> | undefined

/** A PNG of one pixel. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** `keys` must never arrive here, in any header or address. */
export function serveModels(book: TaskBook, keys: readonly string[]) {
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: (request) => {
      const told = JSON.stringify([request.url, ...request.headers])
      const leaked = keys.find((key) => told.includes(key))
      const url = new URL(request.url)
      const [kind, name = '', number = '1'] = url.pathname.slice(1).split('/')
      // A printer's program of another test may still poll this port, which its printer had before.
      const isSigned = kind === 'links' && request.headers.has('authorization')
      if (leaked !== undefined || isSigned) {
        book.violations.push(`a key came along to ${request.method} ${request.url}`)
        return new Response('keys do not belong here', { status: 500 })
      }
      if (kind !== 'links') return new Response('no such place', { status: 404 })
      const task = book.linkOwner(name)
      if (task === undefined || task.script.has('dead-link', task.step)) {
        return new Response('no such file', { status: 404 })
      }
      if (
        task.script.has('expiring', task.step) &&
        Number(number) <= task.script.count('expiring', 2)
      ) {
        return new Response('Request has expired', { status: 403 })
      }
      if (url.pathname.endsWith('.png')) return new Response(picture)
      const bytes = modelFor(task.script.has('large', task.step))
      const whole = task.script.has('broken', task.step) ? bytes.slice(0, bytes.length / 2) : bytes
      return new Response(whole, { headers: { 'content-type': 'model/gltf-binary' } })
    },
  })
  return {
    /** Returns a new link to the task's result; the first links of an "expiring" task are expired from the start. */
    link: (task: Parameters<TaskBook['link']>[0], extension: 'glb' | 'png' | 'fbx') => {
      const life = book.lifeOf(task)
      life.links += 1
      return `http://127.0.0.1:${server.port}/links/${book.link(task)}/${life.links}/model.${extension}?Expires=300&Signature=${life.links}`
    },
    close: () => server.stop(true),
  }
}

function modelFor(isLarge: boolean): Uint8Array<ArrayBuffer> {
  if (!isLarge) return Uint8Array.from(usual)
  large ??= makeLarge()
  return large
}

export type ModelFiles = ReturnType<typeof serveModels>
