// The share of the disk that a process may use in its temporary folder.
import { expect, test } from 'bun:test'
import { createDiskRoom } from '../../../server/adapters/storage/disk-room.ts'

const MB = 1024 * 1024

/** A disk with `free` free bytes. */
function disk(free: number, maxBytes = Number.POSITIVE_INFINITY) {
  const state = { free, time: 0 }
  const room = createDiskRoom({
    share: 0.5,
    maxBytes,
    freeBytes: () => state.free,
    now: () => state.time,
  })
  /** Counts and writes. */
  const write = (use: 'upload' | 'copy', path: string, bytes: number) => {
    const taken = room.take(use, path, bytes)
    if (taken) state.free -= bytes
    return taken
  }
  return { state, room, write }
}

test('uploads use half of the space that is free without them, however they arrive', () => {
  const { write } = disk(100 * MB)
  let taken = 0
  while (write('upload', `file-${taken % 7}`, MB)) taken += 1
  expect(taken).toBe(50)
})

test('the space of a removed file is free again', () => {
  const { state, room, write } = disk(100 * MB)
  expect(write('upload', 'a', 50 * MB)).toBe(true)
  expect(write('upload', 'b', 1)).toBe(false)
  room.release('a')
  state.free += 50 * MB
  room.release('a')
  expect(write('upload', 'b', 50 * MB)).toBe(true)
  expect(write('upload', 'c', 1)).toBe(false)
})

test('copies leave half of the space to uploads, and an upload may use all of it', () => {
  const { write } = disk(100 * MB)
  expect(write('copy', 'copy', 25 * MB)).toBe(true)
  expect(write('copy', 'copy', 1)).toBe(false)
  expect(write('upload', 'upload', 25 * MB)).toBe(true)
  expect(write('upload', 'upload', 1)).toBe(false)
})

test('files of other programs count as soon as the disk is read again', () => {
  const { state, room } = disk(100 * MB)
  expect(room.fits(40 * MB)).toBe(true)
  state.free = 10 * MB
  state.time += 1_000
  expect(room.fits(40 * MB)).toBe(false)
  expect(room.fits(5 * MB)).toBe(true)
})

test('on a large disk the fixed limit applies', () => {
  const { write } = disk(1_000_000 * MB, 3 * MB)
  expect(write('upload', 'a', 3 * MB)).toBe(true)
  expect(write('upload', 'b', 1)).toBe(false)
})
