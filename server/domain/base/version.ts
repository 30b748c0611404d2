/** The version of this release, as every interface states it: OpenAPI, MCP and package.json (a test compares them). */
export const serviceVersion = '0.1.0'
