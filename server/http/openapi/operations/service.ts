// How the service is doing, and this document: decisions.md 21.
import * as v from 'valibot'
import { operation } from '../operation.ts'
import { flag, open, says } from '../schemas.ts'

const state = v.picklist(['ok', 'failed', 'not configured', 'broken'])

const readiness = v.object({
  ok: flag('Whether nothing that the service needs has failed.'),
  checks: says(
    v.record(v.string(), state),
    'Each thing by name: database, storage, geometry, slicer. A slicer that is broken leaves the rest ready: quotes are estimates then.',
  ),
  parts: says(
    v.object({
      engines: v.picklist(['vendors', 'samples', 'off']),
      textModeration: v.picklist(['server', 'rules']),
      pictureModeration: v.picklist(['server', 'refused', 'off']),
    }),
    'What makes models and checks requests here. `samples`: generations are sample models. `refused`: pictures are not accepted, for want of a moderation server.',
  ),
})

export const serviceOperations = {
  'GET /healthz': operation({
    id: 'readHealth',
    tag: 'Service',
    summary: 'The process is alive',
    answers: [{ status: 200, description: 'It is.', schema: v.object({ ok: v.literal(true) }) }],
    refusals: [],
  }),
  'GET /readyz': operation({
    id: 'readReadiness',
    tag: 'Service',
    summary: 'Everything that the process needs answers',
    answers: [
      { status: 200, description: 'Ready.', schema: readiness },
      { status: 503, description: 'Something failed; it is named.', schema: readiness },
    ],
    refusals: [],
  }),
  'GET /openapi.json': operation({
    id: 'readOpenApi',
    tag: 'Service',
    summary: 'This document',
    answers: [
      {
        status: 200,
        description: 'OpenAPI 3.1. The page at /docs shows it to people.',
        schema: open({ openapi: v.string() }),
      },
    ],
    refusals: [],
  }),
  'GET /metrics': operation({
    id: 'readMetrics',
    tag: 'Service',
    summary: 'What operators watch',
    description:
      'Requests by route and status, queues, orders and money. Of this process; orders, money and jobs of all processes.',
    credentials: ['internalKey'],
    answers: [
      {
        status: 200,
        type: 'text/plain',
        description: 'Numbers in the Prometheus text format.',
        schema: v.string(),
      },
    ],
    refusals: [{ kind: 'internal_key_required' }],
  }),
  'GET /llms.txt': operation({
    id: 'readLlmsText',
    tag: 'Service',
    summary: 'The service in plain words for language models',
    answers: [
      {
        status: 200,
        type: 'text/plain',
        description: 'What can be done here, by which endpoint or tool, and what costs money.',
        schema: v.string(),
      },
    ],
    refusals: [],
  }),
}
