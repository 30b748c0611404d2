// What the health checks say about the slicer.

export const slicerStates = {
  ready: 'ok',
  not_configured: 'not configured',
  broken: 'broken',
} as const
