// Kysely's connections. A statement that a session could not run, because its server has failed or is read-only, runs on a new session
// where that is safe: the first statement of a unit of work, and a transaction that has only begun.
import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import { mayRunAgain, sessionFaultOf } from './session-faults.ts'

/** A pool whose connections retry a statement once, on a new session. */
export function retryingPool(pool: PostgresPool): PostgresPool {
  return {
    options: pool.options,
    connect: async () => new RetryingSession(pool, await pool.connect()),
    end: () => pool.end(),
  }
}

type Cursor = Exclude<Parameters<PostgresPoolClient['query']>[0], string>

class RetryingSession implements PostgresPoolClient {
  readonly #pool: PostgresPool
  /** null = the session was lost and no other one was available. */
  #client: PostgresPoolClient | null
  /** The server rolls back what was begun in the session. */
  #isLost = false
  /** Number of statements sent. Statements after the first depend on the session, on its transaction or locks. */
  #sent = 0
  /** Text of the statement that began a transaction, if it was the first statement. */
  #begin: string | null = null

  constructor(pool: PostgresPool, client: PostgresPoolClient) {
    this.#pool = pool
    this.#client = client
  }

  query<R>(text: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>>
  query(cursor: Cursor): never
  query<R>(
    text: string | Cursor,
    parameters: readonly unknown[] = [],
  ): Promise<PostgresQueryResult<R>> {
    if (typeof text !== 'string') throw new Error('Cursors are not supported.')
    return this.#run(text, parameters)
  }

  release(destroy?: boolean): void {
    this.#client?.release(destroy)
    this.#client = null
  }

  async #run<R>(text: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>> {
    const client = this.#client
    // Kysely would throw the error of its rollback instead of the error that states the outcome of the transaction.
    if (text === 'rollback' && this.#isLost) return nothingToRollBack
    if (client === null) throw new Error('Connection terminated')
    this.#sent += 1
    const position = this.#sent
    if (position === 1 && isBegin(text)) this.#begin = text
    try {
      return await client.query<R>(text, parameters)
    } catch (error) {
      const fault = sessionFaultOf(error)
      if (fault === 'lost' || fault === 'timeout') this.#isLost = true
      // Statements sent in the meantime belong to this session.
      if (this.#sent !== position || !this.#mayRunAgain(error, text)) throw error
    }
    return await this.#runAgain(text, parameters)
  }

  #mayRunAgain(error: unknown, text: string): boolean {
    const fault = sessionFaultOf(error)
    // A transaction that was lost before its commit was sent has been rolled back.
    if (this.#begin !== null && this.#sent <= 2) return fault === 'refused' || fault === 'lost'
    return this.#sent === 1 && mayRunAgain(error, text)
  }

  async #runAgain<R>(text: string, parameters: readonly unknown[]) {
    // Releases first, because this may be the pool's only connection.
    this.release(true)
    this.#isLost = true
    const client = await this.#pool.connect()
    this.#client = client
    this.#isLost = false
    if (this.#begin !== null && text !== this.#begin) await client.query(this.#begin, [])
    return await client.query<R>(text, parameters)
  }
}

const isBegin = (text: string): boolean => /^(?:begin|start transaction)\b/.test(text)

const nothingToRollBack = { command: 'ROLLBACK' as const, rowCount: 0, rows: [] }
