// Detection of the runtime that executes the client.
import { afterEach, expect, test } from 'bun:test'
import { isBrowser } from '../../../client/typescript/src/runtime.ts'

const pageGlobals = ['document', 'importScripts'] as const

afterEach(() => {
  for (const name of pageGlobals) Reflect.deleteProperty(globalThis, name)
})

test('a program under Node, Bun or Deno is not a browser', () => {
  expect(isBrowser()).toBe(false)
})

test.each(pageGlobals)('a runtime with %s is a browser, even with process.versions', (name) => {
  Reflect.set(globalThis, name, {})
  expect(isBrowser()).toBe(true)
})
