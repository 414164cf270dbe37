// The servers that the gateway is compared with.

import { type Command, isInstalled, ownProgram } from '../programs.ts'
import { nginxCommand } from './nginx.ts'
import type { PeerArguments } from './served.ts'

export interface Peer {
  name: string
  title: string
  command: (given: PeerArguments) => Command
  /** How many times as fast the gateway is to be at pages. */
  goal: number
}

const onNode = (name: string, title: string, goal: number): Peer => ({
  ...{ name, title, goal },
  command: ({ port, folder }) => [process.execPath, ownProgram('peers/on-node'), name, String(port), folder],
})

/** The peers that this machine has. */
export const peersHere: readonly Peer[] = [
  onNode('bare', 'bare node:http, same bytes and headers', 0.8),
  onNode('express', 'Express, express-rate-limit, express.static', 4),
  onNode('fastify', 'Fastify, its rate limit, bodies in a Map', 1),
  ...(isInstalled('nginx')
    ? [{ name: 'nginx', title: 'nginx, one worker', command: nginxCommand, goal: 0.45 }]
    : []),
]
