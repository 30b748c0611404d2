// Setting that this browser stores for all pages. If the browser refuses storage, the setting lasts only as long as the
// page.

export type LocalSetting = {
  /** Returns null if the setting was never written or storage is refused. */
  readonly read: () => string | null
  readonly write: (value: string) => void
  readonly remove: () => void
}

export const localSetting = (name: string): LocalSetting => ({
  read: () => unlessRefused(() => localStorage.getItem(name)),
  write: (value) => void unlessRefused(() => localStorage.setItem(name, value)),
  remove: () => void unlessRefused(() => localStorage.removeItem(name)),
})

function unlessRefused<T>(access: () => T): T | null {
  try {
    return access()
  } catch {
    return null
  }
}
