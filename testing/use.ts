// Resources of a test file: opened before its tests and closed after them, in reverse order.
import { afterAll, beforeAll } from 'bun:test'
import { type TestDatabase, testDatabase } from './database/database.ts'
import { undoAfterEachTest } from './database/end-of-test.ts'
import { openRealServer, type RealServer, type RealServerOptions } from './service/real-server.ts'
import { openTestService, type TestService, type TestServiceOptions } from './service/service.ts'

const noop = () => {}
/** Functions that close the resources that are open now. */
const closers: (() => unknown)[] = []

/**
 * Opens a resource before the tests of the file, or of the describe block that calls it, and closes it after them. The object
 * is empty until then: read its members in tests and in hooks that are registered later. `open` returns an object
 * literal; a class instance would lose its private members.
 */
export function use<T extends object>(
  open: () => T | Promise<T>,
  close: (resource: T) => unknown = closeOf,
): T {
  const handle = {} as T
  undoAfterEachTest()
  beforeAll(async () => {
    const place = closers.push(noop) - 1
    const resource = await open()
    closers[place] = () => close(resource)
    Object.defineProperties(handle, Object.getOwnPropertyDescriptors(resource))
  })
  afterAll(async () => {
    await closers.pop()?.()
  })
  return handle
}

/** Closes the resource at the end of the block, for `await using`, whether the test passes or fails. */
export function closing<T extends { readonly close: () => unknown }>(
  resource: T,
): T & AsyncDisposable {
  const dispose = async () => void (await resource.close())
  return Object.assign(resource, { [Symbol.asyncDispose]: dispose })
}

/** Opens the complete service, as openTestService does. */
export const useService = (options: OptionsSource<TestServiceOptions> = {}): TestService =>
  use(() => openTestService(resolveOptions(options)))

/** Opens an empty, migrated database. */
export const useDatabase = (options: { poolSize?: number } = {}): TestDatabase =>
  use(() => testDatabase(options))

/** Starts the real server as a process; its port and state outlive restarts. */
export const useRealServer = (
  options: OptionsSource<RealServerOptions> = { env: {} },
): RealServer =>
  use(async () => {
    const server = await openRealServer(resolveOptions(options))
    await server.start()
    return server
  })

/** Options, or a function when they read other resources. */
export type OptionsSource<T extends object> = T | (() => T)

export function resolveOptions<T extends object>(late: OptionsSource<T>): T {
  return typeof late === 'function' ? late() : late
}

function closeOf(resource: object): unknown {
  return 'close' in resource && typeof resource.close === 'function' ? resource.close() : undefined
}
