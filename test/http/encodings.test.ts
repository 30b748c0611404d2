// Compressed documents: a failed compression is not kept.
import { expect, spyOn, test } from 'bun:test'
import { compressIfLarge } from '../../server/http/middleware/encodings.ts'

test('a document whose compression fails once is compressed for the next request', async () => {
  const ask = async () =>
    await compressIfLarge(
      new Request('http://localhost/docs', { headers: { 'accept-encoding': 'gzip' } }),
      new Response('word '.repeat(1000), {
        headers: { 'content-type': 'text/html', etag: `"${import.meta.url}"` },
      }),
    )
  const broken = spyOn(Bun, 'gzipSync').mockImplementationOnce(() => {
    throw new Error('out of memory')
  })
  try {
    await expect(ask()).rejects.toThrow('out of memory')
    expect((await ask()).headers.get('content-encoding')).toBe('gzip')
  } finally {
    broken.mockRestore()
  }
})
