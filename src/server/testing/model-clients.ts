import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { Client as ClientOf2025 } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as TransportOf2025 } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { expect } from 'vitest'
import { tools } from '../http/mcp/tools.ts'

export const ME = { name: 'test', version: '1' }

/** The part of the clients of the Model Context Protocol, of all generations, that the tests use. */
export interface AnyClient {
  listTools(): Promise<{ tools: { name: string; annotations?: object | undefined }[] }>
  callTool(call: { name: string; arguments: Record<string, unknown> }): Promise<unknown>
  readResource(of: { uri: string }): Promise<unknown>
  close(): Promise<void>
}

const headersOf = (token: string) => ({ requestInit: { headers: { authorization: `Bearer ${token}` } } })

/** Connects a client of the newer library: of the revision of 2026, or with `legacy` of one of 2025. */
export async function connectModel(address: URL, token: string, mode: 'auto' | 'legacy' = 'auto'): Promise<AnyClient> {
  const client = new Client(ME, { versionNegotiation: { mode } })
  await client.connect(new StreamableHTTPClientTransport(address, headersOf(token)))
  return client
}

/** Connects a client of the library that knows the revisions of 2025 alone. */
export async function connectModelOf2025(address: URL, token: string): Promise<AnyClient> {
  const client = new ClientOf2025(ME)
  // Its types know nothing of `exactOptionalPropertyTypes`.
  await client.connect(new TransportOf2025(address, headersOf(token)) as never)
  return client
}

/** What a tool answers, as its schema has it; an error fails the test. */
export async function use(client: AnyClient, name: string, given: Record<string, unknown>) {
  const made = (await client.callTool({ name, arguments: given })) as {
    isError?: boolean
    structuredContent: Record<string, unknown>
    content: { text: string }[]
  }
  expect(made.isError, made.content[0]?.text).not.toBe(true)
  expect(JSON.parse(made.content[0]!.text)).toEqual(made.structuredContent)
  // biome-ignore lint/suspicious/noExplicitAny: what a tool answers is what tests are about
  return tools[name]!.output.parse(made.structuredContent) as any
}
