/** The version of this release, for OpenAPI and MCP. A test compares it with package.json. */
export const serviceVersion = '0.2.0'
