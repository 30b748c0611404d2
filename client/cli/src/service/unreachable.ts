// Sentence for a service that cannot be reached. Most often, it runs elsewhere.

export const unreachable = (baseUrl: string): string =>
  `${baseUrl} cannot be reached. If the service is at another address, name it with --url or SVC_URL, or run svc login with it.`
