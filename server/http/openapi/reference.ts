// The document in the format of the reference page: schemas become rows of fields, examples become commands.
import type {
  Endpoint,
  EndpointAnswer,
  Reference,
  ReferenceField,
} from '../../pages/reference/reference-model.ts'
import { audiences, type Parameter, type Tag } from '../contract/contract.ts'
import { curlCommand, type OperationAddress } from './curl.ts'
import { fieldsOf, typeWords } from './fields.ts'
import { resolve } from './resolve.ts'
import { codeOfExample } from './responses.ts'
import type { OpenApiDocument, ResponseObject } from './types.ts'

export function referenceOf(described: OpenApiDocument): Reference {
  const document = resolve(described)
  const server = document.servers[0]?.url ?? ''
  const endpoints = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      tag: operation.tags[0],
      endpoint: endpointOf({ server, path, method: method.toUpperCase(), operation }),
    })),
  )
  return {
    title: document.info.title,
    description: document.info.description,
    credentials: Object.entries(document.components.securitySchemes).map(([, scheme]) => ({
      name: scheme.type === 'http' ? 'Authorization' : (scheme['name'] ?? ''),
      text: scheme.description,
    })),
    sections: document.tags.map(({ name, description }) => ({
      name,
      text: description,
      audience: audiences[name as Tag],
      endpoints: endpoints.filter(({ tag }) => tag === name).map(({ endpoint }) => endpoint),
    })),
  }
}

function endpointOf(place: OperationAddress): Endpoint {
  const { path, method, operation } = place
  const { operationId, summary, description = '', deprecated = false, requestBody } = operation
  const bodies = Object.entries(requestBody?.content ?? {})
  const responses = Object.entries(operation.responses).flatMap(([status, response]) =>
    '$ref' in response ? [] : [{ status, response }],
  )
  const refused = responses.filter(({ response }) => isRefusal(response))
  return {
    id: operationId,
    method,
    path,
    summary,
    description,
    deprecated,
    credentials: operation['x-credentials'],
    parameters: (operation.parameters ?? []).map(fieldOfParameter),
    bodyText: requestBody?.description ?? '',
    bodies: bodies.map(([type, { schema }]) => ({ type, fields: fieldsOf(schema) })),
    commands:
      bodies.length === 0 ? [curlCommand(place)] : bodies.map(([type]) => curlCommand(place, type)),
    answers: responses
      .filter(({ response }) => !isRefusal(response))
      .map(({ status, response }) => answerOf(status, response)),
    refusals: refused.flatMap(({ status, response }) => sentencesOf(status, response)),
  }
}

function fieldOfParameter({
  name,
  required = false,
  description,
  schema,
}: Parameter): ReferenceField {
  return { name, type: typeWords(schema), required, fallback: null, text: description }
}

const mediaOf = (response: ResponseObject) => response.content?.['application/json']
const isRefusal = (response: ResponseObject) => mediaOf(response)?.examples !== undefined

function answerOf(status: string, response: ResponseObject): EndpointAnswer {
  const media = mediaOf(response)
  return {
    status,
    text: response.description,
    headers: Object.entries(response.headers ?? {}).flatMap(([name, header]) =>
      '$ref' in header
        ? []
        : {
            name,
            type: typeWords(header.schema),
            required: false,
            fallback: null,
            text: header.description,
          },
    ),
    fields: media === undefined ? [] : fieldsOf(media.schema).map(markPresent),
    example: media?.example === undefined ? null : JSON.stringify(media.example, null, 2),
  }
}

/** Response fields are present unless their text says otherwise, so they are not marked as required. */
const markPresent = (field: ReferenceField): ReferenceField => ({ ...field, required: false })

function sentencesOf(status: string, response: ResponseObject) {
  return Object.entries(mediaOf(response)?.examples ?? {}).map(([name, { value }]) => ({
    status,
    code: codeOfExample(name),
    sentence: errorOf(value),
  }))
}

function errorOf(value: unknown): string {
  return typeof value === 'object' && value !== null && 'error' in value ? String(value.error) : ''
}
