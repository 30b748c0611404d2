/** For a hub that takes no more listeners; browsers do not connect again after it. */
export const streamsFull = (): Response =>
  new Response('Too many pages are open. Reload the page to see what has changed.\n', {
    status: 503,
    headers: {
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'no-store',
      'retry-after': '30',
    },
  })
