// Paths of the dispute pages.
export const disputesPath = '/operator/disputes'
export const warningPath = (id: string): string =>
  `${disputesPath}/fraud-warnings/${encodeURIComponent(id)}`
export const disputePath = (id: string): string => `${disputesPath}/${encodeURIComponent(id)}`
