/** Returns a port with the members that a test uses. Reading any other member throws. */
export function fakePort<T extends object>(name: string, members: Partial<T>): T {
  return new Proxy(members as T, {
    get: (target, member) => {
      const value: unknown = Reflect.get(target, member)
      if (value === undefined) throw new Error(`${name}.${String(member)} was read`)
      return value
    },
  })
}
