// Addresses of the pages about disputes.
export const disputesPath = '/operator/disputes'
export const disputePath = (id: string): string => `${disputesPath}/${encodeURIComponent(id)}`
