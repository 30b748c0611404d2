/** Returns sentences about the differences of a row from its expected values. */
export function differences<Row extends object>(
  what: string,
  row: Row,
  expected: Partial<Row>,
): string[] {
  return Object.entries(expected).flatMap(([name, value]) => {
    const found: unknown = Reflect.get(row, name)
    return found === value ? [] : [`${what}: ${name} is ${found} instead of ${value}`]
  })
}
