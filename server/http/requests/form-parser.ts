// Shared parser of multipart/form-data, fed chunk by chunk. Its two users decide which parts are kept: multipart.ts,
// which reads a request with one file, and parse-body.ts, which reads the pictures of a generation.
import { basename } from 'node:path'
import type { Readable } from 'node:stream'
import Busboy from '@fastify/busboy'
import { visibleText } from '../../domain/base/text/text.ts'
import { createPieces } from './pieces.ts'
import { createYieldToEventLoop } from './yield-to-event-loop.ts'

export const maxFields = 100
export const maxFieldBytes = 16 * 1024

export type FormParser = InstanceType<typeof Busboy>

/** `truncated` is set when the file exceeded the limit and was cut there. */
export type FileStream = Readable & { truncated?: boolean }

/** Returns a parser, or null if the content type has no usable boundary. */
export function openFormParser(
  contentType: string,
  limits: { readonly fileSize: number; readonly files?: number },
): FormParser | null {
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      limits: { fields: maxFields, fieldSize: maxFieldBytes, headerPairs: 100, ...limits },
    })
  } catch {
    // The constructor throws only for an unusable content type.
    return null
  }
}

/** Yields between chunks: the whole process handles one chunk of one upload at a time. */
const yieldToEventLoop = createYieldToEventLoop()

export type FormFeed = {
  /**
   * Writes a chunk at the parser's pace. Resolves to false if the form is broken or refused, so that the rest need not
   * be read.
   */
  readonly write: (chunk: Uint8Array) => Promise<boolean>
  /**
   * Ends the form. Resolves to false if it is broken, refused or, with `cut`, incomplete. The parser is then destroyed.
   */
  readonly end: (options?: { readonly isCut: boolean }) => Promise<boolean>
  /** Returns the parser's description of a broken form, or null. */
  readonly problem: () => string | null
}

/** Creates a feed. `isRefused` tells whether a listener of the parser has refused the rest of the form. */
export function createFeed(parser: FormParser, isRefused: () => boolean): FormFeed {
  let problem: string | null = null
  const ended = new Promise<void>((resolve) => {
    parser.once('finish', () => resolve())
    parser.once('close', () => resolve())
    parser.on('error', (error) => {
      problem ??= error instanceof Error ? error.message : 'it ended early'
      resolve()
    })
  })
  const piecesOf = createPieces(parser)
  const isOver = () => problem !== null || parser.destroyed || isRefused()
  return {
    write: async (chunk) => {
      for (const piece of piecesOf(chunk)) {
        if (isOver()) return false
        await yieldToEventLoop()
        if (!parser.write(piece)) await Promise.race([awaitDrain(parser), ended])
      }
      return !isOver()
    },
    end: async ({ isCut } = { isCut: false }) => {
      if (!isCut && !isOver()) {
        parser.end()
        await ended
      }
      if (!isCut && !isOver()) return true
      parser.destroy()
      return false
    },
    problem: () => problem,
  }
}

const awaitDrain = (parser: FormParser) =>
  new Promise<void>((resolve) => parser.once('drain', () => resolve()))

/**
 * Returns the last segment of a path, without line breaks, control and direction characters, which must not reach logs,
 * emails and pages.
 */
export function plainFileName(fileName: string | undefined): string {
  const last = basename((fileName ?? '').replaceAll('\\', '/'))
  return visibleText(last)
}
