// Parses the Prometheus text format, independently of the code that writes it.
import { expect } from 'bun:test'

/** `name{label="value",...}` with its value; histograms have a sample for each bucket. */
export type Samples = ReadonlyMap<string, number>

/**
 * Parses a scrape. Fails on a line that is neither a comment nor a sample of the format, and on a duplicate sample.
 */
export function parseMetrics(text: string): Samples {
  const sample =
    /^([a-zA-Z_:][\w:]*(?:\{(?:\w+="(?:[^"\\\n]|\\.)*",?)+\})?) (-?[\d.]+(?:e[+-]?\d+)?|NaN|[+-]Inf)$/
  const lines = text
    .trimEnd()
    .split('\n')
    .filter((line) => !line.startsWith('#'))
  expect(lines.filter((line) => !sample.test(line))).toEqual([])
  const entries = lines.map((line) => {
    const [, name = '', value] = sample.exec(line) ?? []
    return [name, Number(value)] as const
  })
  const samples = new Map(entries)
  expect(samples.size).toBe(entries.length)
  return samples
}

export async function scrape(
  fetchMetrics: (headers: Record<string, string>) => Promise<Response>,
  internalKey: string,
): Promise<Samples> {
  const response = await fetchMetrics({ 'x-internal-key': internalKey })
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
  return parseMetrics(await response.text())
}
