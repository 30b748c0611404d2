// Messages of rejected downloads. One sentence states the problem, and one states what to do.
import {
  badUrlSentence,
  type DownloadRefusal,
  linkProblems,
  webPageSentence,
} from '../../domain/models/downloads.ts'

export const fasterServerAdvice = 'Try again, or put the file on a faster server.'

type Reason = DownloadRefusal['reason']

const sentences = {
  bad_url: badUrlSentence,
  not_https: `${linkProblems.not_https} Send a link that begins with https:// and names no port.`,
  private_address: `${linkProblems.private_address} Put the file where anyone can download it.`,
  too_many_redirects: `${linkProblems.too_many_redirects} Send the address that the file is finally served from.`,
  timed_out: `${linkProblems.timed_out} ${fasterServerAdvice}`,
  empty: `${linkProblems.empty} Check the link.`,
  unreachable: `${linkProblems.unreachable} Check the link and try again.`,
} as const satisfies Partial<Record<Reason, string>>

export function refuse(reason: keyof typeof sentences, message?: string): DownloadRefusal {
  return { kind: 'refused', reason, message: message ?? sentences[reason], status: null }
}

export function hostNotAllowed(host: string, hosts: readonly string[]): DownloadRefusal {
  const allowed =
    hosts.length === 0
      ? 'No host is allowed here yet.'
      : `Files are fetched only from: ${hosts.join(', ')}. Put the file on one of these.`
  return {
    kind: 'refused',
    reason: 'host_not_allowed',
    message: `${host} is not an allowed host. ${allowed}`,
    status: null,
    host,
  }
}

export function tooLarge(maxBytes: number): DownloadRefusal {
  const megabytes = Math.floor(maxBytes / 1024 / 1024)
  const limit = megabytes > 0 ? `${megabytes} MB` : `${maxBytes} bytes`
  return {
    kind: 'refused',
    reason: 'too_large',
    message: `The file behind that link is larger than ${limit}. Send a smaller one.`,
    status: null,
  }
}

export function httpStatus(status: number): DownloadRefusal {
  const advice =
    status === 401 || status === 403
      ? 'It must be downloadable without signing in.'
      : status === 404 || status === 410
        ? 'Check the link.'
        : 'Check the link and try again.'
  const message = `The server of that link answered ${status} instead of the file. ${advice}`
  return { kind: 'refused', reason: 'http_status', message, status }
}

const notFiles = {
  page: webPageSentence,
  compressed:
    'The server of that link sends the file compressed in transit. Put it where it is served as it is.',
} as const

export function notAFile(what: keyof typeof notFiles): DownloadRefusal {
  return { kind: 'refused', reason: 'not_a_file', message: notFiles[what], status: null }
}
