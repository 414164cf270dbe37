// The client with which agents call `offers mcp`, the one of the protocol's own SDK, which checks answers against their schemas.

import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import type { Test } from 'tap'
import { createMcpServer, type McpOptions } from '../../../client/mcp/server.ts'
import type { CatalogueCopy, Mirror } from '../../../client/mirror/index.ts'
import { asRecord } from '../../../lib/json/json.ts'
import { stillClock } from './still-clock.ts'

export const newClient = () => new Client({ name: 'test', version: '1.0.0' })

export interface ToolAnswer {
  isError: boolean
  /** Its texts, as one. */
  text: string
  /** Their contents as JSON. Of an error: empty. */
  content: Record<string, unknown>
}

/** Calls a tool. */
export async function callTool(
  client: Client,
  name: string,
  args: Record<string, unknown> = {},
): Promise<ToolAnswer> {
  const result = await client.callTool({ name, arguments: args })
  const items = Array.isArray(result.content) ? result.content : []
  const text = items.map((item) => String(asRecord(item, 'content').text)).join('\n')
  return {
    isError: result.isError === true,
    text,
    content: result.isError ? {} : asRecord(JSON.parse(text), 'content'),
  }
}

/** A server in this process, and a client that has read its tools. */
export async function startMcp(t: Test, options: Pick<McpOptions, 'mirror'> & Partial<McpOptions>) {
  const logged: string[] = []
  const given = {
    folder: 'catalogue',
    version: '1.2.3',
    log: (line: string) => logged.push(line),
    // On the day of the demonstration catalogue.
    clock: stillClock(),
    ...options,
  }
  const { server, keeper } = createMcpServer(given)
  const [mine, its] = InMemoryTransport.createLinkedPair()
  await server.connect(its)
  const client = newClient()
  await client.connect(mine)
  t.teardown(() => client.close())
  await client.listTools()
  return {
    client,
    keeper,
    logged,
    call: (name: string, args?: Record<string, unknown>) => callTool(client, name, args),
  }
}

/** A mirror of one copy, which no sync changes. */
export function mirrorOf(copy: CatalogueCopy | undefined): Mirror {
  const unasked = () => Promise.reject(new Error('not asked'))
  return { copy: async () => copy, sync: unasked, find: unasked, get: unasked, statusToday: unasked }
}

export interface Spawned {
  command: string
  args: string[]
  env: Record<string, string>
  cwd?: string
}

/** A server in a separate process, which ends with the test: its input closes with this process. */
export async function spawnMcp(t: Test, spawned: Spawned) {
  const transport = new StdioClientTransport({ ...spawned, stderr: 'pipe' })
  const errors: Error[] = []
  let log = ''
  transport.stderr?.on('data', (chunk) => {
    log += chunk
  })
  const client = newClient()
  // Also a line on stdout that is not of the protocol.
  client.onerror = (error) => errors.push(error)
  t.teardown(() => client.close())
  await client.connect(transport)
  await client.listTools()
  const call = (name: string, args?: Record<string, unknown>) => callTool(client, name, args)
  return { client, call, errors, log: () => log }
}
